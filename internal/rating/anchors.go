package rating

// anchors are the ratings of the CPU's levels, from 1 to 10, by form. They
// follow from matches of each level against the one below (docs/strength.md),
// level 5 being rated Start; where a match was too short for a number, 80
// points are taken. Only a release changes them: the CPU's own games do not.
var anchors = map[Form][10]float64{
	AllIn:      {580, 840, 1050, 1320, 1500, 1640, 1850, 1940, 2020, 2100},
	MCX4Single: {660, 850, 1080, 1270, 1500, 1680, 1820, 2010, 2090, 2170},
	MCX4Double: {660, 850, 1080, 1270, 1500, 1680, 1820, 2010, 2090, 2170},
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
