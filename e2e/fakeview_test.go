package e2e

// The view of a table, as far as these tests fill it in.
type view struct {
	Table     string            `json:"table"`
	Seq       int               `json:"seq"`
	Game      int               `json:"game"`
	Variant   string            `json:"variant"`
	Options   map[string]string `json:"options"`
	Geometry  geometry          `json:"geometry"`
	Seats     []seat            `json:"seats"`
	You       []int             `json:"you"`
	Bottom    int               `json:"bottom"`
	Status    string            `json:"status"`
	Turn      *int              `json:"turn"`
	Slot      *int              `json:"slot,omitempty"`
	SlotRule  string            `json:"slotRule,omitempty"`
	Position  string            `json:"position"`
	Men       map[string]string `json:"men"`
	Legal     []string          `json:"legal"`
	Abandons  []string          `json:"abandons"`
	Forbidden string            `json:"forbidden,omitempty"`
	Barred    string            `json:"barred,omitempty"`
	Check     []string          `json:"check"`
	From      int               `json:"from"`
	Plies     []ply             `json:"plies"`
	Result    *result           `json:"result,omitempty"`
	ShowLegal bool              `json:"showLegal"`
	Host      bool              `json:"host"`
	Claims    []int             `json:"claims,omitempty"`
	Clock     clock             `json:"clock"`
	Clocks    []int64           `json:"clocks"`
	Running   *int              `json:"running"`
	ClockAt   int64             `json:"clockAt"`
	Deadline  *deadline         `json:"deadline"`
	Confirm   bool              `json:"confirm"`
	TakeBacks bool              `json:"takeBacks"`
	TalkMode  string            `json:"talkMode"`
	Offers    []offer           `json:"offers"`
	Talk      []line            `json:"talk"`
	Series    []score           `json:"series"`
	Lots      *lots             `json:"lots"`
	Watchers  int               `json:"watchers"`
	Now       int64             `json:"now"`
}

type clock struct {
	Kind string `json:"kind"`
	Base int64  `json:"base"`
	Add  int64  `json:"add"`
}

type deadline struct {
	At   int64  `json:"at"`
	What string `json:"what"`
}

type offer struct {
	What  string `json:"what"`
	Seat  int    `json:"seat"`
	Yes   []int  `json:"yes"`
	Asked []int  `json:"asked"`
	Until int64  `json:"until,omitempty"`
}

type line struct {
	N      int    `json:"n"`
	Seat   *int   `json:"seat"`
	Name   string `json:"name"`
	Text   string `json:"text,omitempty"`
	Phrase string `json:"phrase,omitempty"`
	Room   string `json:"room"`
	At     int64  `json:"at"`
}

type score struct {
	Who   string  `json:"who"`
	Seat  *int    `json:"seat"`
	You   bool    `json:"you"`
	Score float64 `json:"score"`
}

type lots struct {
	N     int   `json:"n"`
	Seats []int `json:"seats"`
}

type geometry struct {
	Files  int `json:"files"`
	Ranks  int `json:"ranks"`
	Corner int `json:"corner"`
}

type seat struct {
	Name   string `json:"name"`
	Player string `json:"player"`
	Who    string `json:"who,omitempty"`
	Level  int    `json:"level,omitempty"`
	Here   bool   `json:"here"`
	Away   bool   `json:"away,omitempty"`
	Hushed bool   `json:"hushed,omitempty"`
	Points *int   `json:"points,omitempty"`
	Active bool   `json:"active"`
	Out    *out   `json:"out,omitempty"`
}

type out struct {
	Rule string `json:"rule"`
	By   *int   `json:"by"`
	Ply  int    `json:"ply"`
}

type ply struct {
	N       int      `json:"n"`
	Seat    int      `json:"seat"`
	Token   string   `json:"token"`
	San     string   `json:"san"`
	Long    string   `json:"long"`
	From    string   `json:"from,omitempty"`
	To      string   `json:"to,omitempty"`
	Effects []effect `json:"effects"`
}

type effect struct {
	Kind   string `json:"kind"`
	Seat   int    `json:"seat"`
	By     *int   `json:"by"`
	Points int    `json:"points"`
	Square string `json:"square,omitempty"`
	Rule   string `json:"rule"`
}

type result struct {
	Reason  string  `json:"reason"`
	Ranking [][]int `json:"ranking"`
	Draw    bool    `json:"draw"`
}

// An order is a command as the page sends it.
type order struct {
	ID     string `json:"id"`
	Do     string `json:"do"`
	Move   string `json:"move"`
	Seat   *int   `json:"seat"`
	What   string `json:"what"`
	Yes    bool   `json:"yes"`
	Text   string `json:"text"`
	Phrase string `json:"phrase"`
	Player string `json:"player"`
	Level  int    `json:"level"`
	Name   string `json:"name"`
	Room   string `json:"room"`
	Off    bool   `json:"off"`
}

// token is what an order plays: a move, or what else is done.
func (o order) token() string {
	if o.Do == "move" {
		return o.Move
	}
	return o.Do
}
