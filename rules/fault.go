package rules

// A Refusal says why an action or an option cannot be taken, in words for people.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// A Fault is one thing that is wrong with a position text or an option: which
// field, which square or value, and what would be right.
type Fault struct {
	Field string // such as "placement", "castling", "option move_limit"
	Where string // a square's name, a row or a value; may be empty
	Text  string
}

func (f Fault) String() string {
	if f.Where == "" {
		return f.Field + ": " + f.Text
	}
	return f.Field + " " + f.Where + ": " + f.Text
}

// Faults are all the faults found in one input, in the order of its fields.
type Faults []Fault

func (fs Faults) Error() string {
	text := ""
	for i, f := range fs {
		if i > 0 {
			text += "; "
		}
		text += f.String()
	}
	return text
}

// Add appends a fault.
func (fs *Faults) Add(field, where, text string) {
	*fs = append(*fs, Fault{field, where, text})
}

// Err returns the faults as an error, nil if there are none.
func (fs Faults) Err() error {
	if len(fs) == 0 {
		return nil
	}
	return fs
}
