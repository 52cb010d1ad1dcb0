package rating

// anchors are the ratings of the CPU's levels, from 1 to 10, by form. Level 5
// is rated Start; from level to level go the differences that the scores of their
// matches stand for (docs/strength.md), 300 points at most, and 80 where no match has
// decided. Levels of MCX4 double are taken to be as far apart as those of single, and in
// Teams none have been compared. Only a release changes them: the CPU's own games do not.
var anchors = map[Form][10]float64{
	AllIn:      {580, 840, 1050, 1320, 1500, 1640, 1850, 2020, 2130, 2210},
	MCX4Single: {660, 850, 1080, 1270, 1500, 1680, 1820, 2010, 2310, 2610},
	MCX4Double: {660, 850, 1080, 1270, 1500, 1680, 1820, 2010, 2310, 2610},
	Individual: {840, 1040, 1190, 1300, 1500, 1670, 1780, 1870, 1950, 2030},
}

// Anchor returns the fixed rating of a level of the CPU, 1 to 10, in a form;
// false where it has not been measured.
func Anchor(f Form, level int) (float64, bool) {
	list, ok := anchors[f]
	if !ok || level < 1 || level > len(list) {
		return 0, false
	}
	return list[level-1], true
}
