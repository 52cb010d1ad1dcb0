package fourplayer

import "melee/rules"

// A log collects what an action brings about; a nil log does not.
type log struct{ effects []rules.Effect }

func (l *log) gain(seat rules.Seat, points int32, at cell, rule string) {
	if l != nil {
		l.effects = append(l.effects, rules.Effect{Kind: rules.Gain, Seat: seat, By: rules.NoSeat, Points: int(points), Square: tables.square[at], Rule: rule})
	}
}

func (l *log) elimination(seat, by rules.Seat, at cell, rule string) {
	if l != nil {
		l.effects = append(l.effects, rules.Effect{Kind: rules.Elimination, Seat: seat, By: by, Square: tables.square[at], Rule: rule})
	}
}
