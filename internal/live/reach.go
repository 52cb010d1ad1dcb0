package live

import (
	"fmt"
	"net/http"
	"strings"

	"melee/internal/stream"
	"melee/internal/table"
	"melee/rules"
	"melee/rules/catalog"
)

// maxReach is how many men may be asked about at once.
const maxReach = 64

// reach answers with the moves that men may have before their turn:
// "men=f3:0N,e2:0P" asks for them by square, as views write men.
func (s *Server) reach(w http.ResponseWriter, r *http.Request) {
	if !s.MayCommand(r) {
		s.fail(w, r, errTooFast)
		return
	}
	query := r.URL.Query()
	options := rules.Options{}
	for name := range query {
		if option, ok := strings.CutPrefix(name, "option."); ok {
			options[option] = query.Get(name)
		}
	}
	moves, err := reachOf(r.PathValue("variant"), options, query.Get("men"))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	stream.Answer(w, http.StatusOK, moves)
}

// reachOf returns moves by square. The error is rules.Faults or table.Refused.
func reachOf(variant string, options rules.Options, list string) (map[string][]string, error) {
	of, err := catalog.Find(variant)
	if err != nil {
		return nil, table.Refused{Code: table.NotFound, Text: err.Error()}
	}
	start, err := of.New(of, options, "")
	if err != nil {
		return nil, err
	}
	if strings.Count(list, ",") >= maxReach {
		return nil, table.Refused{Code: table.Invalid, Text: fmt.Sprintf("at most %d men are asked about at once", maxReach)}
	}
	geo := start.Geometry()
	found := map[string][]string{}
	for entry := range strings.SplitSeq(list, ",") {
		name, text, _ := strings.Cut(entry, ":")
		from, man := geo.Square(name), readMan(of, text)
		if from == rules.NoSquare || man == 0 {
			return nil, table.Refused{Code: table.Invalid, Text: fmt.Sprintf("'%.20s' is no man on a square, such as e2:0P", entry)}
		}
		moves := []string{}
		for _, m := range rules.Reach(nil, start, man, from) {
			moves = append(moves, m.Text(geo))
		}
		found[name] = moves
	}
	return found, nil
}

// readMan reads a man as appendMan writes him, 0 if the text is none.
func readMan(of *rules.Variant, text string) rules.Man {
	bare := strings.TrimSuffix(strings.TrimSuffix(text, "x"), "+")
	if len(bare) != 2 || int(bare[0]-'0') >= len(of.Seats) || bare[0] < '0' {
		return 0
	}
	kind := rules.KindOf(bare[1])
	if kind == rules.NoKind {
		return 0
	}
	return rules.NewMan(rules.Seat(bare[0]-'0'), kind)
}
