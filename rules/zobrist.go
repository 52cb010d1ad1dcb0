package rules

// Keys fills dst with the numbers of a fixed sequence (splitmix64, Steele,
// Lea & Flood 2014) for Zobrist hashing; equal seeds give equal keys on every machine.
func Keys(seed uint64, dst []uint64) {
	for i := range dst {
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		dst[i] = z ^ z>>31
	}
}
