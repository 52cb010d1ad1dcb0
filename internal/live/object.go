package live

import "melee/rules"

// open begins an object, key one of its fields; a field's value must follow.
func (v *view) open() { v.b = append(v.b, '{') }

func (v *view) key(name string) {
	v.comma('{')
	v.b = append(v.b, '"')
	v.b = append(v.b, name...)
	v.b = append(v.b, '"', ':')
}

func (v *view) shut() { v.b = append(v.b, '}') }

// comma separates what follows from what stands before it, unless it is the first behind start.
func (v *view) comma(start byte) {
	if v.b[len(v.b)-1] != start {
		v.b = append(v.b, ',')
	}
}

func (v *view) text(name, value string) {
	v.key(name)
	v.b = appendText(v.b, value)
}

func (v *view) number(name string, n int64) {
	v.key(name)
	v.b = appendInt(v.b, n)
}

func (v *view) truth(name string, yes bool) {
	v.key(name)
	if yes {
		v.b = append(v.b, "true"...)
	} else {
		v.b = append(v.b, "false"...)
	}
}

// seat writes a seat's number, null for NoSeat.
func (v *view) seat(name string, s rules.Seat) {
	v.key(name)
	if s == rules.NoSeat {
		v.b = append(v.b, "null"...)
		return
	}
	v.b = appendInt(v.b, s)
}

// seats writes the numbers of the seats of which f holds.
func (v *view) seats(name string, f func(rules.Seat) bool) {
	v.key(name)
	v.b = append(v.b, '[')
	for i := range v.s.Chairs {
		if f(rules.Seat(i)) {
			v.comma('[')
			v.b = appendInt(v.b, i)
		}
	}
	v.b = append(v.b, ']')
}

func (v *view) list(name string, n int, each func(i int)) {
	v.key(name)
	v.b = append(v.b, '[')
	for i := range n {
		v.comma('[')
		each(i)
	}
	v.b = append(v.b, ']')
}
