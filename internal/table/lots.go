package table

import "melee/rules"

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

// draw draws the seats of all who are to play. Grey seats stay where they are.
func (s *State) draw(seed uint64) Drawn {
	bag := bag{seed: seed}
	seats := s.drawn(&bag)
	chairs := make([]Chair, len(s.Chairs))
	for to, from := range seats {
		chairs[to] = s.Chairs[from]
	}
	order := make([]rules.Seat, 0, len(chairs))
	for i := range chairs {
		if chairs[i].Player != Grey {
			order = append(order, rules.Seat(i))
		}
	}
	bag.shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return Drawn{Chairs: chairs, Order: order}
}

// drawn returns for each seat the one whose chair comes there.
func (s *State) drawn(bag *bag) []int {
	if len(s.Variant.Seats) == 4 && len(s.Variant.Sides) == 2 {
		return s.drawnClans(bag)
	}
	var playing []int
	for i := range s.Chairs {
		if s.Chairs[i].Player != Grey {
			playing = append(playing, i)
		}
	}
	seats := make([]int, len(s.Chairs))
	for i := range seats {
		seats[i] = i
	}
	mixed := append([]int(nil), playing...)
	bag.shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
	for i, to := range playing {
		seats[to] = mixed[i]
	}
	return seats
}

// drawnClans draws clans, or camps where partners stay together (M20).
func (s *State) drawnClans(bag *bag) []int {
	same := func(a, b int) bool {
		return s.Chairs[a].Player == Person && s.Chairs[b].Player == Person && s.Chairs[a].Owner == s.Chairs[b].Owner
	}
	play, players := s.Variant.Get(s.Opened.Options, "play"), 4
	queens, kings := [4]int{0, 1, 2, 3}, []int{0, 1, 2, 3} // of each player, the chairs he brings
	switch {
	case same(0, 2) && same(1, 3):
		players, queens, kings = 2, [4]int{0, 1}, []int{2, 3}
	case same(0, 2) && play != "double":
		players, queens, kings = 3, [4]int{0, 1, 3}, []int{2, 1, 3}
	case same(1, 3) && play != "double":
		players, queens, kings = 3, [4]int{1, 0, 2}, []int{3, 0, 2}
	case play == "double":
		queens, kings = [4]int{0, 2, 1, 3}, []int{0, 2, 1, 3} // players 0 and 1 are partners, as are 2 and 3
	}
	return lotChairs(Lots(play, players, bag.draw), queens, kings)
}

// lotChairs turns a lot into chairs; who has two clans brings a chair for each.
func lotChairs(lot [4]int, first [4]int, second []int) []int {
	seats := make([]int, 4)
	used := map[int]bool{}
	for seat, player := range lot {
		if seats[seat] = first[player]; used[player] {
			seats[seat] = second[player]
		}
		used[player] = true
	}
	return seats
}

// A bag gives random numbers from a seed.
type bag struct {
	seed   uint64
	drawn  int
	random [16]uint64
}

// draw returns a number from 0 to n-1.
func (b *bag) draw(n int) int {
	if b.drawn%len(b.random) == 0 {
		rules.Keys(b.seed+uint64(b.drawn), b.random[:])
	}
	b.drawn++
	return int(b.random[(b.drawn-1)%len(b.random)] % uint64(n))
}

// shuffle mixes n things (Fisher & Yates).
func (b *bag) shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, b.draw(i+1))
	}
}
