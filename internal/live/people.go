package live

import (
	"fmt"
	"hash/fnv"

	"melee/internal/table"
	"melee/rules"
)

func (v *view) offers() {
	v.list("offers", len(v.s.Offers), func(i int) {
		o := &v.s.Offers[i]
		v.open()
		v.text("what", string(o.What))
		v.seat("seat", o.Seat)
		v.seats("yes", func(s rules.Seat) bool { return o.Yes[s] })
		v.seats("asked", func(s rules.Seat) bool { return v.s.Asked(o, s) })
		if o.What == table.TakeBack {
			v.number("to", int64(o.To))
		}
		if !o.Until.IsZero() {
			v.number("until", o.Until.UnixMilli())
		}
		v.shut()
	})
}

// talk writes the lines from number n on that the visitor may read.
func (v *view) talk(n int) {
	v.key("talk")
	v.b = append(v.b, '[')
	for i := range v.s.Talk {
		line := &v.s.Talk[i]
		if line.N < n || !v.s.MayRead(v.owner, line) {
			continue
		}
		v.comma('[')
		v.open()
		v.number("n", int64(line.N))
		v.seat("seat", line.Seat)
		v.text("name", v.s.Shown(line.Owner, line.Name, v.owner))
		v.text("from", speaker(v.id, line.Owner))
		v.text("room", string(line.Room))
		if line.Phrase != "" {
			v.text("phrase", line.Phrase)
		} else {
			v.text("text", line.Text)
		}
		v.number("at", line.At.UnixMilli())
		if line.Hidden {
			v.truth("hushed", true)
		}
		v.shut()
	}
	v.b = append(v.b, ']')
}

// speaker stands for a person at one table, so that a reader can mute him.
func speaker(id, owner string) string {
	h := fnv.New32a()
	h.Write([]byte(id))
	h.Write([]byte{0})
	h.Write([]byte(owner))
	return fmt.Sprintf("%08x", h.Sum32())
}

// series writes the players' scores, those with a seat first, in the order of seats.
func (v *view) series() {
	v.key("series")
	v.b = append(v.b, '[')
	seats := make([]rules.Seat, len(v.s.Series))
	for i := range seats {
		seats[i] = rules.NoSeat
	}
	cpus := 0
	for i := range v.s.Chairs {
		if at := v.scoreOf(&v.s.Chairs[i], &cpus); at >= 0 && seats[at] == rules.NoSeat {
			seats[at] = rules.Seat(i)
			v.score(at, rules.Seat(i))
		}
	}
	for at, seat := range seats {
		if seat == rules.NoSeat {
			v.score(at, seat)
		}
	}
	v.b = append(v.b, ']')
}

// scoreOf returns the chair's entry in the series, -1 if it has none; cpus counts the CPU's chairs.
func (v *view) scoreOf(c *table.Chair, cpus *int) int {
	owner, cpu := "", 0
	switch c.Player {
	case table.Person:
		owner = c.Owner
	case table.CPU:
		*cpus++
		cpu = *cpus
	default:
		return -1
	}
	for i := range v.s.Series {
		if e := &v.s.Series[i]; e.Owner == owner && e.CPU == cpu {
			return i
		}
	}
	return -1
}

func (v *view) score(at int, seat rules.Seat) {
	e := &v.s.Series[at]
	v.comma('[')
	v.open()
	v.text("who", v.s.Shown(e.Owner, e.Name, v.owner))
	v.truth("you", e.Owner != "" && e.Owner == v.owner)
	v.truth("cpu", e.CPU > 0)
	v.seat("seat", seat)
	v.number("games", int64(e.Games))
	v.key("score")
	v.b = appendInt(v.b, e.Halves/2)
	if e.Halves%2 == 1 {
		v.b = append(v.b, ".5"...)
	}
	v.shut()
}
