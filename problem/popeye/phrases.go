package popeye

import (
	"fmt"
	"time"
)

// What solutions say beside moves, as tools that read Popeye's output know it.
var (
	phraseThreat      = names{" threat:", " menace:", " Drohung:"}
	phraseZugzwang    = names{" zugzwang.", " blocus.", " Zugzwang."}
	phraseBut         = names{"but", "mais", "Aber"}
	phraseFinished    = names{"\nsolution finished.", "\nsolution terminee.", "\nLoesung beendet."}
	phrasePartial     = names{"Partial solution", "solution partielle", "Partielle Loesung"}
	phraseInterrupted = names{"solving interrupted.", "solution interrompue.", "Bearbeitung abgebrochen."}
	phraseTime        = names{"Time = ", "Temps = ", "Zeit = "}
	phraseKing        = names{"the side to play can capture the king", "le camp au trait peut prendre le roi",
		"Die am Zug befindliche Partei kann den Koenig schlagen"}
	phraseZero = names{"zeroposition", "zeroposition", "NullStellung"}
)

// Clock writes a solving time as solutions do: "0.017 s", "1:02.345 m:s", "1:00:02 h:m:s".
func Clock(d time.Duration) string {
	ms := d.Milliseconds()
	s, ms := ms/1000, ms%1000
	switch {
	case s >= 3600:
		return fmt.Sprintf("%d:%02d:%02d h:m:s", s/3600, s/60%60, s%60)
	case s >= 60:
		return fmt.Sprintf("%d:%02d.%03d m:s", s/60, s%60, ms)
	}
	return fmt.Sprintf("%d.%03d s", s, ms)
}
