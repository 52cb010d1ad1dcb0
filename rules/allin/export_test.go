package allin

// FreshKey computes the key from scratch.
func (p *Position) FreshKey() uint64 { return p.freshKey() }
