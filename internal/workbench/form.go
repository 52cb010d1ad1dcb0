package workbench

import (
	"errors"
	"fmt"
	"strings"

	"melee/problem"
	"melee/problem/popeye"
)

// maxBody bounds what is posted, in bytes.
const maxBody = 64 << 10

// A form is a problem as it is set up with mouse and menus. Text says the same
// in Popeye's language and is read instead of the rest if it is given.
type form struct {
	Text string `json:"text,omitempty"`

	Title       string   `json:"title"`
	Author      string   `json:"author"`
	Board       string   `json:"board"` // as in the first field of a FEN
	Condition   string   `json:"condition"`
	Stipulation string   `json:"stipulation"`
	Options     string   `json:"options"` // Popeye's English words
	Twins       []string `json:"twins"`   // what each changes, in Popeye's English words
	Zero        bool     `json:"zero"`    // the diagram is not solved itself
}

// A faulty is the answer to a problem that is not understood.
type faulty struct {
	Code   string  `json:"code"` // invalid
	Text   string  `json:"text"`
	Faults []fault `json:"faults"`
}

// A fault is a popeye.Fault. Line and column are 0 where the problem did not come as text.
type fault struct {
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	Text   string `json:"text"`
}

func (f *faulty) Error() string { return f.Text }

// read reads the problem that a form or its text tells.
func (f *form) read() (*popeye.Entry, popeye.Language, error) {
	source, fromForm := f.Text, strings.TrimSpace(f.Text) == ""
	if fromForm {
		var err error
		if source, err = f.popeye(); err != nil {
			return nil, 0, refusal(fault{Text: err.Error()})
		}
	}
	file, err := popeye.Read([]byte(source))
	if err != nil {
		var at popeye.Fault
		if errors.As(err, &at) {
			return nil, 0, refusal(fault{at.Line, at.Column, at.Text})
		}
		return nil, 0, refusal(fault{Text: err.Error()})
	}
	if len(file.Entries) > 1 {
		return nil, 0, refusal(fault{Line: file.Entries[1].Line, Text: fmt.Sprintf("%d problems: the workbench solves one at a time", len(file.Entries))})
	}
	e := &file.Entries[0]
	var faults []fault
	for _, x := range e.Faults {
		if fromForm {
			x.Line, x.Column = 0, 0
		}
		faults = append(faults, fault{x.Line, x.Column, x.Text})
	}
	if len(faults) == 0 {
		for _, x := range e.Problem.Check() {
			faults = append(faults, fault{Text: x.String()})
		}
	}
	if len(faults) > 0 {
		return nil, 0, refusal(faults...)
	}
	return e, file.Language, nil
}

func refusal(faults ...fault) error {
	texts := make([]string, len(faults))
	for i, f := range faults {
		texts[i] = f.Text
	}
	return &faulty{"invalid", strings.Join(texts, "; "), faults}
}

// popeye writes what the form says in Popeye's language.
func (f *form) popeye() (string, error) {
	condition, ok := problem.ParseCondition(f.Condition)
	if !ok {
		return "", fmt.Errorf("condition '%.40s': want one of %v", f.Condition, problem.Conditions())
	}
	if strings.TrimSpace(f.Stipulation) == "" {
		return "", errors.New("the problem has no stipulation, such as #2 or h#2.5")
	}
	b := &strings.Builder{}
	b.WriteString("begin\n")
	line := func(word, text string) {
		if text = strings.Join(strings.Fields(text), " "); text != "" {
			b.WriteString(word + " " + text + "\n")
		}
	}
	line("title", f.Title)
	line("author", f.Author)
	line("forsyth", knights.Replace(f.Board))
	line("stipulation", f.Stipulation)
	if condition != problem.Orthodox {
		line("condition", conditionWords[condition])
	}
	line("option", f.Options)
	for i, twin := range f.Twins {
		word := "twin"
		if i == 0 && f.Zero {
			word = "zeroposition"
		}
		line(word, twin)
	}
	b.WriteString("end\n")
	return b.String(), nil
}

// knights turns the knights of a FEN into those of Popeye, whose N is another man.
var knights = strings.NewReplacer("N", "S", "n", "s")

var conditionWords = map[problem.Condition]string{
	problem.AllIn: "AllInChess", problem.HalfIn: "HalfInChess", problem.MainlyIn: "MainlyInChess", problem.FreeForAll: "FreeForAllChess",
}

// formOf returns the form that says what an entry says, with its text in a language.
func formOf(e *popeye.Entry, l popeye.Language) form {
	t := &e.Problem.Diagram
	f := form{
		Text: popeye.Write(l, []popeye.Entry{*e}), Title: e.Problem.Title, Board: t.Setup.Placement(), Author: strings.Join(e.Problem.Authors, " & "),
		Condition: t.Condition.String(), Stipulation: t.Stipulation.String(), Zero: e.Problem.Zero, Twins: []string{},
	}
	// The writer has the words of options and twins.
	for line := range strings.Lines(popeye.Write(popeye.English, []popeye.Entry{*e})) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch strings.ToLower(word) {
		case "option":
			f.Options = rest
		case "twin", "zeroposition":
			f.Twins = append(f.Twins, rest)
		}
	}
	return f
}
