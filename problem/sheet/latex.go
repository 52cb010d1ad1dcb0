package sheet

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"melee/problem/popeye"
	"melee/rules/allin"
)

// WriteLaTeX writes problems as a document for LaTeX and its package diagram.
func WriteLaTeX(w io.Writer, problems []Problem) error {
	var b bytes.Buffer
	b.WriteString("\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage[utf8]{inputenc}\n\\usepackage{diagram}\n\\normalnames\n\n\\begin{document}\n")
	for i := range problems {
		latexProblem(&b, &problems[i])
	}
	b.WriteString("\\putsol\n\\end{document}\n")
	_, err := w.Write(b.Bytes())
	return err
}

func latexProblem(b *bytes.Buffer, p *Problem) {
	e := p.Entry
	t := &e.Problem.Diagram
	command := func(name string, lines ...string) {
		text := latexLines(lines)
		if text != "" {
			fmt.Fprintf(b, " \\%s{%s}%%\n", name, text)
		}
	}
	b.WriteString("\\begin{diagram}%\n")
	command("author", strings.Join(e.Problem.Authors, "; "))
	command("source", strings.Split(e.Problem.Origin, "\n")...)
	command("award", e.Problem.Award)
	command("dedication", strings.Split(e.Problem.Title, "\n")...)
	fmt.Fprintf(b, " \\pieces{%s}%%\n", latexMen(t.Setup))
	asked, _ := p.Printer.Asked(t)
	command("stipulation", asked)
	command("condition", p.Printer.Conditions(t)...)
	var twins, solution []string
	for i := range e.Problem.Tasks() {
		if text := p.Printer.TwinText(e, i); text != "" {
			twins = append(twins, text)
		}
	}
	command("twins", twins...)
	sound := len(p.Results) == len(e.Problem.Tasks())
	for i := range p.Results {
		r := &p.Results[i]
		solution = append(solution, solutionLines(p, i)...)
		if len(r.Faults) > 0 {
			solution = append(solution, r.Faults.Error())
		} else {
			solution = append(solution, p.Printer.Verdict(&r.Twin.Task, &r.Solution)...)
		}
		sound = sound && len(r.Faults) == 0 && r.Solution.Verdict.Sound()
	}
	command("solution", solution...)
	if sound {
		b.WriteString(" \\Co+%\n")
	}
	b.WriteString("\\end{diagram}%\n\\hfill%\n")
}

// latexMen lists the men: w and s for the colours and German letters, as the package wants them.
func latexMen(s allin.Setup) string {
	var men []string
	for i, m := range s.Men {
		if m == 0 {
			continue
		}
		colour := "w"
		if m.Seat() == allin.Black {
			colour = "s"
		}
		name := allin.Board.Name(allin.Board.At(i%8, i/8))
		men = append(men, colour+string(popeye.German.Letter(m.Kind()))+name)
	}
	return strings.Join(men, ", ")
}

// latexLines writes lines below each other, with their indents.
func latexLines(lines []string) string {
	var parts []string
	for _, line := range lines {
		line = strings.TrimRight(line, " ")
		if strings.TrimSpace(line) == "" {
			continue
		}
		text := strings.TrimLeft(line, " ")
		parts = append(parts, strings.Repeat("~", len(line)-len(text))+latexEscape.Replace(text))
	}
	return strings.Join(parts, "{\\newline}%\n  ")
}

var latexEscape = strings.NewReplacer(`\`, `\textbackslash{}`, "#", `\#`, "$", `\$`, "%", `\%`, "&", `\&`, "_", `\_`, "{", `\{`, "}", `\}`,
	"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `\textless{}`, ">", `\textgreater{}`, "-->", `$\rightarrow$`, "<-->", `$\leftrightarrow$`)
