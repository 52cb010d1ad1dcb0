package stream

import (
	"errors"
	"net/http"
	"time"
)

// AliveEvery is how often a stream should show in silence that it is alive: proxies end those that do not.
const AliveEvery = 15 * time.Second

// writeWithin is how long a reader may take for one message.
const writeWithin = 10 * time.Second

// A Writer writes server-sent events to one reader. An error of it means that the reader has gone, or is too slow.
type Writer struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// NewWriter begins the answer to a request as a stream of events.
func NewWriter(w http.ResponseWriter) *Writer {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // proxies must not hold events back
	return &Writer{w, http.NewResponseController(w)}
}

// Event writes an event; data must be one line, such as JSON. A kind of "" is the browser's "message".
func (w *Writer) Event(kind string, data []byte) error {
	message := make([]byte, 0, len(kind)+len(data)+20)
	if kind != "" {
		message = append(append(append(message, "event: "...), kind...), '\n')
	}
	message = append(append(message, "data: "...), data...)
	return w.write(append(message, "\n\n"...))
}

// Alive writes a comment, which readers do not notice.
func (w *Writer) Alive() error { return w.write([]byte(": alive\n\n")) }

func (w *Writer) write(message []byte) error {
	if err := w.control.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if _, err := w.w.Write(message); err != nil {
		return err
	}
	return w.control.Flush()
}
