package notation

import "melee/rules"

// SAN returns a legal move of the position in standard algebraic notation, with
// "+" for a check and "#" for a move that mates or ends the game by mate.
func SAN(g rules.Game, m rules.Move) string {
	text := make([]byte, 0, 12)
	geo := g.Geometry()
	switch {
	case m.Special() == rules.Castle:
		text = append(text, castling(g, m)...)
	case m.Kind() == rules.Pawn:
		if m.Taken() != rules.NoKind {
			from := geo.Name(m.From())
			text = append(append(text, pawnOrigin(g, m, from)...), 'x')
		}
		text = geo.AppendName(text, m.To())
	default:
		text = append(append(text, m.Kind().Letter()), origin(g, m)...)
		if m.Taken() != rules.NoKind {
			text = append(text, 'x')
		}
		text = geo.AppendName(text, m.To())
	}
	if p := m.Promotion(); p != rules.NoKind {
		text = append(text, '=', p.Letter())
	}
	return string(text) + suffix(g, m)
}

// Long returns a legal move in long algebraic notation ("Ng1-f3", "e7xd8=Q").
func Long(g rules.Game, m rules.Move) string {
	if m.Special() == rules.Castle {
		return castling(g, m) + suffix(g, m)
	}
	geo := g.Geometry()
	text := make([]byte, 0, 12)
	if m.Kind() != rules.Pawn {
		text = append(text, m.Kind().Letter())
	}
	text = geo.AppendName(text, m.From())
	if m.Taken() != rules.NoKind {
		text = append(text, 'x')
	} else {
		text = append(text, '-')
	}
	text = geo.AppendName(text, m.To())
	if p := m.Promotion(); p != rules.NoKind {
		text = append(text, '=', p.Letter())
	}
	return string(text) + suffix(g, m)
}

// castling tells the two sides apart by where the nearer rook stands: short
// castling has it three squares from the king.
func castling(g rules.Game, m rules.Move) string {
	geo := g.Geometry()
	df, dr := geo.File(m.To())-geo.File(m.From()), geo.Rank(m.To())-geo.Rank(m.From())
	third := geo.At(geo.File(m.From())+df/2*3, geo.Rank(m.From())+dr/2*3)
	if third != rules.NoSquare && g.At(third).Kind() == rules.Rook {
		return "O-O"
	}
	return "O-O-O"
}

// pawnOrigin is the file a capturing pawn comes from; the whole square where
// pawns of several directions make the file ambiguous.
func pawnOrigin(g rules.Game, m rules.Move, from string) string {
	for _, other := range g.Moves(nil) {
		if other.Kind() == rules.Pawn && other.To() == m.To() && other.From() != m.From() &&
			other.Taken() != rules.NoKind && g.Geometry().File(other.From()) == g.Geometry().File(m.From()) {
			return from
		}
	}
	return from[:1]
}

// origin is as much of the square of departure as tells the move from every
// other legal move of that kind of man to that square, of either colour.
func origin(g rules.Game, m rules.Move) string {
	geo := g.Geometry()
	rivals, sameFile, sameRank := false, false, false
	for _, other := range g.Moves(nil) {
		if other.Kind() != m.Kind() || other.To() != m.To() || other.From() == m.From() || other.Special() == rules.Castle {
			continue
		}
		rivals = true
		sameFile = sameFile || geo.File(other.From()) == geo.File(m.From())
		sameRank = sameRank || geo.Rank(other.From()) == geo.Rank(m.From())
	}
	name := geo.Name(m.From())
	switch {
	case !rivals:
		return ""
	case !sameFile:
		return name[:1]
	case !sameRank:
		return name[1:]
	}
	return name
}

// suffix plays the move on a copy: "#" where it mates somebody, "+" where a
// king newly stands in check.
func suffix(g rules.Game, m rules.Move) string {
	next := g.Clone()
	effects, err := next.Do(rules.Action{Act: rules.MakeMove, Move: m})
	if err != nil {
		return ""
	}
	if o := next.Outcome(); o != nil && (o.Reason == rules.Checkmate || o.Reason == rules.Mate) || next.Status() == rules.Choosing {
		return "#"
	}
	for _, x := range effects {
		if x.Kind == rules.Elimination && x.Rule == "F12" {
			return "#"
		}
	}
	for i := range g.Variant().Sides {
		if side := rules.Side(i); next.Checked(side) && !g.Checked(side) {
			return "+"
		}
	}
	return ""
}
