package notation

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"melee/rules"
	"melee/rules/catalog"
)

// The starts that archives name, instead of giving a position.
const (
	modernStart  = "4PC"
	classicStart = "4PCo"
)

// noOptions is the value of the tag Options where every option has its default.
const noOptions = "default"

var pgn4Seats = [4]string{"Red", "Blue", "Yellow", "Green"}

// pgn4Roster is the order of tags in archives.
var pgn4Roster = []string{
	"GameNr", "TimeControl", "Variant", "RuleVariants", "Options", "StartFen4",
	"Red", "RedElo", "Blue", "BlueElo", "Yellow", "YellowElo", "Green", "GreenElo",
	"Result", "Termination", "Site", "Date", "CurrentMove",
}

// A setting is one way to understand the tags of an archived game.
type setting struct {
	variant *rules.Variant
	options rules.Options
	start   string
}

// settings returns the ways to understand the tags, the likeliest first. Files
// of this program tell their options; those of servers only hint at them: until about 2020 there was
// no en passant, resigned kings stood still and the tags RuleVariants and StartFen4 were mostly missing.
func (h *headers) settings() ([]setting, error) {
	v, err := h.pgn4Variant()
	if err != nil {
		return nil, at(h.tagAt("Variant"), err)
	}
	start, err := h.startFEN4()
	if err != nil {
		return nil, at(h.tagAt("StartFen4"), err)
	}
	if h.has("Options") {
		s, err := h.ownSetting(v, start)
		return []setting{s}, at(h.tagAt("Options"), err)
	}
	rulesTold, startTold := h.has("RuleVariants"), h.has("StartFen4")
	options, err := archivedOptions(v, h.value("RuleVariants"), rulesTold)
	if err != nil {
		return nil, at(h.tagAt("RuleVariants"), err)
	}
	if !startTold && !rulesTold {
		start = classicStart
	}
	list := []setting{withStart(v, options, start)}
	if !startTold {
		list = append(list, withStart(v, options, otherStart(start)))
	}
	if !rulesTold {
		newer, err := archivedOptions(v, "DeadKingWalking EnPassant", true)
		if err != nil {
			return nil, err
		}
		for _, s := range slices.Clone(list) {
			options := maps.Clone(newer)
			if s.options["setup"] != "" {
				options["setup"] = s.options["setup"]
			}
			list = append(list, setting{v, options, s.start})
		}
	}
	return list, nil
}

func (h *headers) pgn4Variant() (*rules.Variant, error) {
	name := "four-player"
	switch strings.ToLower(h.value("Variant")) {
	case "ffa", "solo":
	case "teams":
		name = TeamsName
	case "":
		return nil, fmt.Errorf("the tag Variant is missing: want FFA or Teams")
	default:
		return nil, fmt.Errorf("PGN4 knows no variant '%s' here: want FFA or Teams", short(h.value("Variant")))
	}
	return catalog.Find(name)
}

// startFEN4 returns a name of a start or a position without white space.
func (h *headers) startFEN4() (string, error) {
	start := strings.Join(strings.Fields(h.value("StartFen4")), "")
	switch {
	case start == "":
		return modernStart, nil
	case start == modernStart, start == classicStart, strings.Contains(start, "-"):
		return start, nil
	}
	return "", fmt.Errorf("the start '%s' is not known: want %s, %s or a position", short(start), modernStart, classicStart)
}

func otherStart(start string) string {
	if start == classicStart {
		return modernStart
	}
	return classicStart
}

// ownSetting reads what this program writes.
func (h *headers) ownSetting(v *rules.Variant, start string) (setting, error) {
	text := h.value("Options")
	if text == noOptions {
		text = ""
	}
	options, err := parseOptionsText(v, text)
	if err != nil {
		return setting{}, err
	}
	s := setting{variant: v, options: options, start: start}
	switch start {
	case modernStart, classicStart:
		s.start = ""
	default:
		if g, err := v.New(v, options, ""); err == nil && g.Text() == start {
			s.start = "" // it follows from the options
		}
	}
	return s, nil
}

func withStart(v *rules.Variant, options rules.Options, start string) setting {
	options = maps.Clone(options)
	switch start {
	case modernStart:
		start = ""
	case classicStart:
		start = ""
		options["setup"] = "classic"
	}
	return setting{v, options, start}
}

// archivedOptions returns the options that the words of RuleVariants stand for.
func archivedOptions(v *rules.Variant, words string, told bool) (rules.Options, error) {
	teams := familyOf(v) == teamsFamily
	options := rules.Options{"en_passant": "false"}
	if !teams {
		options["resigned_king"], options["lead"] = "still", "claim"
	}
	if !told && teams {
		// Teams have no kings that walk; a capture en passant is only allowed, never forced.
		delete(options, "en_passant")
	}
	for _, word := range strings.Fields(words) {
		switch word {
		case "Anonymous", "SemiAnonymous":
		case "EnPassant":
			delete(options, "en_passant")
		case "DeadKingWalking":
			if !teams {
				options["resigned_king"] = "walking"
			}
		case "PromoteTo=D":
			if teams {
				return nil, unknownRule(word)
			}
		case "Prom=8", "Prom=11":
			if teams && word == "Prom=8" {
				options["promotion_rank"] = "8"
			} else if !teams && word == "Prom=11" {
				return nil, unknownRule(word)
			}
		default:
			return nil, unknownRule(word)
		}
	}
	return options, nil
}

func unknownRule(word string) error {
	return fmt.Errorf("the rule '%s' is not one that can be played here", short(word))
}

// archivedWords is what RuleVariants says of options.
func archivedWords(v *rules.Variant, options rules.Options) string {
	var words []string
	if options["resigned_king"] == "walking" {
		words = append(words, "DeadKingWalking")
	}
	if options["en_passant"] != "false" {
		words = append(words, "EnPassant")
	}
	if familyOf(v) == fourPlayerFamily {
		words = append(words, "PromoteTo=D")
	} else if options["promotion_rank"] == "8" {
		words = append(words, "Prom=8")
	}
	return strings.Join(words, " ")
}

// pgn4Tags returns the tags of a record in the order of archives. It fails only if the start does.
func pgn4Tags(r *Record) ([]Tag, error) {
	values := map[string]string{"Variant": "FFA"}
	if familyOf(r.Variant) == teamsFamily {
		values["Variant"] = "Teams"
	}
	values["RuleVariants"] = archivedWords(r.Variant, r.Options)
	values["StartFen4"] = r.Start
	if r.Start == "" {
		values["StartFen4"] = modernStart
		if r.Options["setup"] == "classic" {
			values["StartFen4"] = classicStart
		}
		if r.Options["first_seat"] != "" || r.Options["grey"] != "" {
			g, err := r.Game()
			if err != nil {
				return nil, err
			}
			values["StartFen4"] = g.Text()
		}
	}
	for seat, name := range pgn4Seats {
		values[name], values[name+"Elo"] = r.Players[seat].Name, r.Players[seat].Rating
	}
	values["Result"] = pgn4Result(r)
	for _, t := range r.Tags {
		if _, known := values[t.Name]; known && !isDerived(t.Name) {
			values[t.Name] = t.Value
		}
	}
	if !impliesOptions(r, values) {
		values["Options"] = noOptions
		if text := optionsText(r.Variant, r.Options); text != "" {
			values["Options"] = text
		}
	}
	return inOrder(r, values), nil
}

// isDerived reports whether a tag is made of a record's other fields.
func isDerived(name string) bool {
	switch name {
	case "Variant", "StartFen4", "Options":
		return true
	}
	return slices.Contains(pgn4Seats[:], strings.TrimSuffix(name, "Elo"))
}

// impliesOptions reports whether a reader finds the options without the tag Options.
func impliesOptions(r *Record, values map[string]string) bool {
	var h headers
	for _, name := range [...]string{"Variant", "RuleVariants", "StartFen4"} {
		if value := values[name]; value != "" {
			h.list = append(h.list, token{kind: tagToken, text: name, value: value})
		}
	}
	list, err := h.settings()
	return err == nil && list[0].start == r.Start && maps.Equal(list[0].options, r.Options)
}

// inOrder returns the record's tags in their order, with those that are made of
// other fields where archives have them.
func inOrder(r *Record, values map[string]string) []Tag {
	var tags []Tag
	next := 0 // the first of the roster that is not written yet
	writeUpTo := func(end int) {
		for ; next < end; next++ {
			name := pgn4Roster[next]
			value, ok := values[name]
			if ok && (value != "" || slices.Contains(pgn4Seats[:], name)) && !r.hasTag(name) {
				tags = append(tags, Tag{name, value})
			}
		}
	}
	for _, t := range r.Tags {
		if !isTagName(t.Name) || isDerived(t.Name) {
			continue
		}
		place := slices.Index(pgn4Roster, t.Name)
		if place < 0 {
			place = len(pgn4Roster)
		}
		writeUpTo(place)
		tags = append(tags, t)
	}
	writeUpTo(len(pgn4Roster))
	return tags
}

func (r *Record) hasTag(name string) bool {
	return slices.ContainsFunc(r.Tags, func(t Tag) bool { return t.Name == name })
}

// pgn4Result writes a result as archives do: points by name, or which team has won.
func pgn4Result(r *Record) string {
	if familyOf(r.Variant) == teamsFamily {
		return teamsResult(r.Result)
	}
	if r.Result == nil {
		return ""
	}
	parts := make([]string, 0, 4)
	for seat, points := range r.Result.Points {
		name := r.Players[seat].Name
		if name == "" {
			name = pgn4Seats[seat]
		}
		parts = append(parts, name+": "+strconv.Itoa(points))
	}
	return strings.Join(parts, " - ")
}

func teamsResult(r *Result) string {
	switch {
	case r == nil:
		return "*"
	case r.Draw:
		return "1/2-1/2"
	case len(r.Ranking) > 0 && slices.Contains(r.Ranking[0], 0):
		return "1-0"
	}
	return "0-1"
}
