package rules

import "slices"

// A Variant is one game's rules as the catalog lists them.
type Variant struct {
	Name    string   // as protocols and files write it: "all-in"
	Seats   []string // in the order of turns
	Sides   []string // names for Game.Checked
	Options []Option
	// New sets up a game from a position text, or from the starting array if
	// start is "". Every fault of the text and the options is in the error.
	New func(v *Variant, options Options, start string) (Game, error)
}

// SeatName returns the name of a seat, "" for NoSeat.
func (v *Variant) SeatName(s Seat) string {
	if int(s) >= len(v.Seats) {
		return ""
	}
	return v.Seats[s]
}

// SeatNamed returns the seat with that name, NoSeat if there is none.
func (v *Variant) SeatNamed(name string) Seat {
	for i, n := range v.Seats {
		if n == name {
			return Seat(i)
		}
	}
	return NoSeat
}

// An OptionType says what an option's value may be.
type OptionType uint8

// The types of options.
const (
	Word  OptionType = iota // one of Values
	Count                   // one of Values, or a whole number from 1 to Max
	Seats                   // seats in order of turns, separated by commas; "" for none
)

// An Option is a rule that can be changed per game.
type Option struct {
	Name   string // "move_limit"
	Rule   string // "F20"
	Type   OptionType
	Values []string // the default first
	Max    int      // of Count
}

// Default returns the value of an option that is not given.
func (o Option) Default() string {
	if len(o.Values) == 0 {
		return ""
	}
	return o.Values[0]
}

// Options are values by option name; a missing one has its default. Numbers
// and truth values are written as text ("20", "true"), seats with commas.
type Options map[string]string

// CheckOptions returns the options that differ from the variant's defaults, or every fault.
func (v *Variant) CheckOptions(given Options) (Options, error) {
	var faults Faults
	kept := Options{}
	known := map[string]bool{}
	for _, o := range v.Options {
		known[o.Name] = true
		value, ok := given[o.Name]
		if !ok || value == o.Default() {
			continue
		}
		if why := o.refuses(v, value); why != "" {
			faults.Add("option "+o.Name, "'"+value+"'", why)
			continue
		}
		kept[o.Name] = value
	}
	for _, name := range sortedKeys(given) {
		if !known[name] {
			faults.Add("option "+name, "", "unknown in "+v.Name)
		}
	}
	return kept, faults.Err()
}

// Get returns the value of an option, its default if it is not given.
func (v *Variant) Get(options Options, name string) string {
	if value, ok := options[name]; ok {
		return value
	}
	for _, o := range v.Options {
		if o.Name == name {
			return o.Default()
		}
	}
	return ""
}

func (o Option) refuses(v *Variant, value string) string {
	for _, w := range o.Values {
		if w == value {
			return ""
		}
	}
	switch o.Type {
	case Count:
		if n, ok := ParseCount(value, o.Max); ok && n > 0 {
			return ""
		}
		return "must be " + joined(o.Values) + " or a whole number from 1 to " + CountText(o.Max)
	case Seats:
		if v.isSeatList(value) {
			return ""
		}
		return "must be seats in order of turns, separated by commas: " + joined(v.Seats)
	}
	return "must be one of " + joined(o.Values)
}

func (v *Variant) isSeatList(value string) bool {
	last := -1
	for len(value) > 0 {
		name := value
		for i := range value {
			if value[i] == ',' {
				name = value[:i]
				break
			}
		}
		seat := v.SeatNamed(name)
		if seat == NoSeat || int(seat) <= last {
			return false
		}
		last = int(seat)
		if len(name) == len(value) {
			return true
		}
		value = value[len(name)+1:]
	}
	return false
}

// ParseCount reads a whole number from 0 to max, without sign or leading zeros.
func ParseCount(text string, max int) (int, bool) {
	if text == "" || len(text) > 9 || (text[0] == '0' && len(text) > 1) {
		return 0, false
	}
	n := 0
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
		n = n*10 + int(text[i]-'0')
	}
	return n, n <= max
}

// CountText writes a whole number.
func CountText(n int) string {
	if n < 0 {
		return "-" + CountText(-n)
	}
	if n < 10 {
		return string(rune('0' + n))
	}
	return CountText(n/10) + string(rune('0'+n%10))
}

func joined(words []string) string {
	text := ""
	for i, w := range words {
		if i > 0 {
			text += ", "
		}
		text += w
	}
	return text
}

func sortedKeys(m Options) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
