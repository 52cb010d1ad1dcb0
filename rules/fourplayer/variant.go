package fourplayer

import (
	"strings"

	"melee/rules"
)

var seatNames = [4]string{"red", "blue", "yellow", "green"}

// Variant is Four-player chess, every player for himself (Individuel).
var Variant = &rules.Variant{
	Name:  "four-player",
	Seats: seatNames[:],
	Sides: seatNames[:],
	Options: []rules.Option{
		{Name: "setup", Rule: "F3", Type: rules.Word, Values: []string{"modern", "classic"}},
		{Name: "en_passant", Rule: "F7", Type: rules.Word, Values: []string{"true", "false"}},
		{Name: "resigned_king", Rule: "F14", Type: rules.Word, Values: []string{"grey", "still", "walking"}},
		{Name: "stalemate", Rule: "F15", Type: rules.Word, Values: []string{"20", "0"}},
		{Name: "lead", Rule: "F17", Type: rules.Word, Values: []string{"auto", "claim"}},
		{Name: "move_limit", Rule: "F20", Type: rules.Count, Values: []string{"none"}, Max: maxCount},
		{Name: "first_seat", Rule: "F21", Type: rules.Word, Values: seatNames[:]},
		{Name: "rotate_first", Rule: "F21", Type: rules.Word, Values: []string{"true", "false"}},
		{Name: "grey", Rule: "F23", Type: rules.Seats},
		{Name: "show_legal_moves", Rule: "F25", Type: rules.Word, Values: []string{"true", "false"}},
	},
	New: newGame,
}

const teamsName = "four-player-teams"

// Teams is Four-player chess in two teams (Équipe, F27): red and yellow against blue and green.
var Teams = &rules.Variant{
	Name:  teamsName,
	Seats: seatNames[:],
	Sides: seatNames[:],
	Options: []rules.Option{
		{Name: "setup", Rule: "F3", Type: rules.Word, Values: []string{"modern", "classic"}},
		{Name: "promotion_rank", Rule: "F27", Type: rules.Word, Values: []string{"11", "8"}},
		{Name: "en_passant", Rule: "F7", Type: rules.Word, Values: []string{"true", "false"}},
		{Name: "first_seat", Rule: "F21", Type: rules.Word, Values: seatNames[:]},
		{Name: "rotate_first", Rule: "F21", Type: rules.Word, Values: []string{"true", "false"}},
		{Name: "show_legal_moves", Rule: "F25", Type: rules.Word, Values: []string{"true", "false"}},
	},
	New: newGame,
}

// ReadTerms returns the terms that a variant's options ask for. The options must have been checked.
func ReadTerms(v *rules.Variant, options rules.Options) Terms {
	limit, _ := rules.ParseCount(v.Get(options, "move_limit"), maxCount)
	return Terms{
		MoveLimit:    uint32(limit),
		Classic:      v.Get(options, "setup") == "classic",
		NoStalemate:  v.Get(options, "stalemate") == "0",
		NoEnPassant:  v.Get(options, "en_passant") == "false",
		Claim:        v.Get(options, "lead") == "claim",
		Resigned:     resignedKing[v.Get(options, "resigned_king")],
		Teams:        v.Name == teamsName,
		FarPromotion: v.Get(options, "promotion_rank") == "11",
	}
}

var resignedKing = map[string]ResignedKing{"still": StillKing, "walking": WalkingKing}

// newGame is rules.Variant.New.
func newGame(v *rules.Variant, given rules.Options, start string) (rules.Game, error) {
	options, err := v.CheckOptions(given)
	faults, _ := err.(rules.Faults)
	terms := ReadTerms(v, options)
	var setup Setup
	if start == "" {
		setup = StartSetup(terms)
		faults = append(faults, setup.arrange(v, options)...)
	} else {
		r := reader{setup: Setup{Passed: noPassed}}
		r.read(start)
		setup, faults = r.setup, append(faults, r.faults...)
		setup.GreyOut(terms)
		if _, named := given["setup"]; !named {
			if setup.Recognise(&terms); terms.Classic {
				options["setup"] = "classic"
			}
		}
	}
	if len(faults) > 0 {
		return nil, faults
	}
	g := &Game{variant: v, options: options, extra: setup.Extra}
	if g.position, err = New(&setup, terms, &g.past); err != nil {
		return nil, err
	}
	return g, nil
}

// arrange applies the options that change only the start: who begins (F21) and who is grey (F23).
func (s *Setup) arrange(v *rules.Variant, options rules.Options) (faults rules.Faults) {
	s.Turn = v.SeatNamed(v.Get(options, "first_seat"))
	grey := v.Get(options, "grey")
	for name := range strings.SplitSeq(grey, ",") {
		if seat := v.SeatNamed(name); seat != rules.NoSeat {
			s.Out[seat] = true
		}
	}
	if s.Out == [4]bool{true, true, true, true} {
		faults.Add("option grey", quoted(grey), "one seat at least must play")
		return faults
	}
	for s.Out[s.Turn] {
		s.Turn = (s.Turn + 1) & 3
	}
	s.GreyOut(Terms{})
	return nil
}
