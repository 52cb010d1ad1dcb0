package diagram

import (
	"strconv"
	"strings"

	"melee/rules"
)

// Limits of the texts that name arrows and marks.
const (
	maxItems = 64
	maxText  = 2048 // bytes
)

// An Arrow points from one square to another.
type Arrow struct {
	From, To rules.Square
	// Seat gives the arrow a seat's colour; NoSeat leaves the theme's.
	Seat rules.Seat
	// Forbidden draws it dashed with ⊘: a move that may not be played (A6).
	Forbidden bool
}

// A Shape is the form of a mark on a square.
type Shape uint8

// The shapes.
const (
	Ring Shape = iota
	Dot
	Cross
	Tint // the whole square
)

var shapeNames = [...]string{"ring", "dot", "cross", "tint"}

func (s Shape) String() string { return shapeNames[s] }

// A Mark is drawn on a square.
type Mark struct {
	Square rules.Square
	Shape  Shape
	// Seat gives the mark a seat's colour; NoSeat leaves the theme's.
	Seat rules.Seat
}

// ParseArrows reads arrows separated by commas, each two squares and, after
// colons, a seat or "forbidden": "e2e4,d7d5:black,e4d6:forbidden". The error
// is [rules.Faults] with every arrow that cannot be read.
func ParseArrows(g rules.Geometry, seats []string, text string) ([]Arrow, error) {
	var arrows []Arrow
	err := eachItem("arrows", text, func(item string, words []string, fault func(string)) {
		from, to := cutPair(g, words[0])
		if from == rules.NoSquare || to == rules.NoSquare {
			fault("must start with two squares of this board, such as '" + g.Name(firstSquare(g)) + g.Name(lastSquare(g)) + "'")
			return
		}
		if from == to {
			fault("must lead to another square")
			return
		}
		a := Arrow{From: from, To: to, Seat: rules.NoSeat}
		for _, w := range words[1:] {
			switch seat := seatNamed(seats, w); {
			case w == "forbidden" && !a.Forbidden:
				a.Forbidden = true
			case seat != rules.NoSeat && a.Seat == rules.NoSeat:
				a.Seat = seat
			default:
				fault("'" + clip(w, 20) + "' must be forbidden or one seat of " + strings.Join(seats, ", ") + ", each once")
				return
			}
		}
		arrows = append(arrows, a)
	})
	if err != nil {
		return nil, err
	}
	return arrows, nil
}

// ParseMarks reads marks separated by commas, each a square and, after colons,
// a shape (ring if none is given, dot, cross, tint) or a seat:
// "e4,d5:dot,g1:tint:red". The error is [rules.Faults] with every mark that cannot be read.
func ParseMarks(g rules.Geometry, seats []string, text string) ([]Mark, error) {
	var marks []Mark
	err := eachItem("marks", text, func(item string, words []string, fault func(string)) {
		m := Mark{Square: g.Square(words[0]), Seat: rules.NoSeat}
		if m.Square == rules.NoSquare {
			fault("must start with a square of this board, such as '" + g.Name(firstSquare(g)) + "'")
			return
		}
		shaped := false
		for _, w := range words[1:] {
			shape, isShape := shapeNamed(w)
			switch seat := seatNamed(seats, w); {
			case isShape && !shaped:
				m.Shape, shaped = shape, true
			case seat != rules.NoSeat && m.Seat == rules.NoSeat:
				m.Seat = seat
			default:
				fault("'" + clip(w, 20) + "' must be one of " + strings.Join(shapeNames[:], ", ") + " or one seat of " + strings.Join(seats, ", ") + ", each once")
				return
			}
		}
		marks = append(marks, m)
	})
	if err != nil {
		return nil, err
	}
	return marks, nil
}

// eachItem splits a list at commas and each item at colons, and gathers the faults.
func eachItem(field, text string, read func(item string, words []string, fault func(string))) error {
	var faults rules.Faults
	if text == "" {
		return nil
	}
	if len(text) > maxText {
		faults.Add(field, "", "must have at most "+strconv.Itoa(maxText)+" characters")
		return faults
	}
	items := strings.Split(text, ",")
	if len(items) > maxItems {
		faults.Add(field, "", "must be at most "+strconv.Itoa(maxItems)+", not "+strconv.Itoa(len(items)))
		return faults
	}
	for _, item := range items {
		read(item, strings.Split(item, ":"), func(why string) {
			faults.Add(field, "'"+clip(item, 40)+"'", why)
		})
	}
	return faults.Err()
}

// cutPair reads two squares written together.
func cutPair(g rules.Geometry, text string) (from, to rules.Square) {
	// A square has two or three characters; at most one split names two of them.
	for n := 2; n <= 3 && n < len(text); n++ {
		if from, to = g.Square(text[:n]), g.Square(text[n:]); from != rules.NoSquare && to != rules.NoSquare {
			return from, to
		}
	}
	return rules.NoSquare, rules.NoSquare
}

func firstSquare(g rules.Geometry) rules.Square { return g.At(g.Corner, 0) }

func lastSquare(g rules.Geometry) rules.Square { return g.At(g.Files-1-g.Corner, g.Ranks-1) }

func seatNamed(seats []string, name string) rules.Seat {
	for i, s := range seats {
		if s == name {
			return rules.Seat(i)
		}
	}
	return rules.NoSeat
}

func shapeNamed(name string) (Shape, bool) {
	for i, s := range shapeNames {
		if s == name {
			return Shape(i), true
		}
	}
	return 0, false
}
