package arena

import "melee/rules"

// dice are a sequence of random numbers that depends on its seeds alone.
type dice struct{ state uint64 }

func newDice(seeds ...uint64) *dice {
	d := &dice{}
	for _, s := range seeds {
		d.state ^= s
		d.state = d.next()
	}
	return d
}

func (d *dice) next() uint64 {
	var number [1]uint64
	rules.Keys(d.state, number[:])
	d.state = number[0]
	return number[0]
}

// below returns a number from 0 to n-1.
func (d *dice) below(n int) int { return int(d.next() % uint64(n)) }

// pick returns one of a list, which must not be empty.
func pick[T any](d *dice, list []T) T { return list[d.below(len(list))] }
