package table

// Lots draws seats for MCX4 as M20 says. With play "single" each player draws
// a clan's pawn from the bag; with "double" partners stay together, so a camp
// is drawn. players is 1 to 4: with two, each has a camp; with three, one has
// a camp and the others one clan each of the other camp.
//
// draw(n) must return a number from 0 to n-1, each as likely. The result gives
// each seat (wq, bq, wk, bk) the player that has it, 0 to players-1; with one
// player, -1 marks the three seats that nobody drew.
func Lots(play string, players int, draw func(n int) int) [4]int {
	switch players {
	case 1:
		seats := [4]int{-1, -1, -1, -1}
		seats[draw(4)] = 0
		return seats
	case 2:
		return camps(draw(2), [2]int{0, 0}, [2]int{1, 1})
	case 3:
		pair := [2]int{1, 2}
		if draw(2) == 1 {
			pair = [2]int{2, 1}
		}
		return lotOfThree(draw, pair)
	}
	if play == "double" {
		return camps(draw(2), [2]int{0, 1}, [2]int{2, 3})
	}
	bag := []int{0, 1, 2, 3}
	var seats [4]int
	for seat := range seats {
		i := draw(len(bag))
		seats[seat] = bag[i]
		bag = append(bag[:i], bag[i+1:]...)
	}
	return seats
}

// camps seats one pair as white (or black if side is 1) and the other opposite; a pair is queen, king.
func camps(side int, one, other [2]int) [4]int {
	if side == 1 {
		one, other = other, one
	}
	return [4]int{one[0], other[0], one[1], other[1]}
}

// lotOfThree draws who of three has a camp alone, then the camps.
func lotOfThree(draw func(int) int, pair [2]int) [4]int {
	alone := draw(3)
	rest := [2]int{(pair[0] + alone) % 3, (pair[1] + alone) % 3}
	return camps(draw(2), [2]int{alone, alone}, rest)
}
