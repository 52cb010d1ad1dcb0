// Package bot lets programs play at a Mêlée server. A Client speaks the
// server's API for bots, which has the shape of the Lichess Bot API; a Runner
// connects any engine that speaks UCI, accepts challenges and looks for games.
package bot

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	answerWithin = 30 * time.Second
	// silence is after how long without a line a stream counts as dead; the server is never silent for 7 s.
	silence   = 20 * time.Second
	maxAnswer = 4 << 20 // bytes
	maxLine   = 4 << 20
)

// A Client is an account of kind bot at a server. Its methods may be called at once.
type Client struct {
	base  *url.URL
	token string
	http  *http.Client
}

// NewClient returns a client of the server at an address such as "https://melee.example" with the account's token.
func NewClient(address, token string) (*Client, error) {
	base, err := url.Parse(strings.TrimRight(address, "/"))
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return nil, fmt.Errorf("'%s' is no server's address, which looks like https://melee.example", address)
	}
	if token = strings.TrimSpace(token); token == "" || strings.ContainsAny(token, " \r\n\t") {
		return nil, errors.New("a token is one word without spaces; the site shows it once, when it is made")
	}
	return &Client{base: base, token: token, http: &http.Client{}}, nil
}

// Refused is a request that the server did not carry out.
type Refused struct {
	Status int           `json:"-"`     // of HTTP
	Code   string        `json:"code"`  // such as illegal_move or conflict
	Text   string        `json:"text"`  // for people
	Field  string        `json:"field"` // of the request, "" where none is to blame
	Seq    int64         `json:"seq"`   // the table's last event, where it has moved on
	After  time.Duration `json:"-"`     // how long to wait before the next try, 0 where the server does not say
}

func (r *Refused) Error() string { return r.Text + " (" + r.Code + ")" }

// Passing reports whether the same request may succeed later: the server was
// not reached, was busy or is starting, or too much was asked of it.
func Passing(err error) bool {
	var refused *Refused
	if !errors.As(err, &refused) {
		return err != nil && !errors.Is(err, context.Canceled)
	}
	return refused.Status == http.StatusTooManyRequests || refused.Status >= 500
}

// call sends a request and reads the answer into the value, if that is not nil.
func (c *Client) call(ctx context.Context, method, path string, body, into any) error {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	resp, err := c.send(ctx, method, path, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil || into == nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// send sends a request; the answer's status is 200.
func (c *Client) send(ctx context.Context, method, path string, body any) (*http.Response, error) {
	var text io.Reader
	if body != nil {
		bytesOf, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		text = bytes.NewReader(bytesOf)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base.String()+path, text)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusOK {
		return resp, nil
	}
	defer resp.Body.Close()
	refused := &Refused{Status: resp.StatusCode, Code: "internal", Text: "the server answered " + resp.Status}
	if answer, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer)); err == nil {
		// What is no refusal, such as a proxy's page, leaves the status to tell.
		_ = json.Unmarshal(answer, refused)
	}
	if seconds, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && seconds > 0 {
		refused.After = min(time.Duration(seconds)*time.Second, time.Minute)
	}
	return nil, refused
}

// stream calls each with every line of a stream until that ends, which is no error, or ctx does.
func (c *Client) stream(ctx context.Context, path string, each func(line []byte) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	silent := time.AfterFunc(silence, func() { cancel(errSilent) })
	defer silent.Stop()
	resp, err := c.send(ctx, http.MethodGet, path, nil)
	if err != nil {
		return causeOf(ctx, err)
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(make([]byte, 0, 64<<10), maxLine)
	for lines.Scan() {
		silent.Reset(silence)
		if line := bytes.TrimSpace(lines.Bytes()); len(line) > 0 {
			if err := each(line); err != nil {
				return err
			}
		}
	}
	return causeOf(ctx, lines.Err())
}

var errSilent = errors.New("the server is silent")

// causeOf returns why ctx has ended where that is behind an error.
func causeOf(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// Account returns the account that the token is for.
func (c *Client) Account(ctx context.Context) (User, error) {
	var u User
	err := c.call(ctx, http.MethodGet, "/api/account", nil, &u)
	return u, err
}

// Events follows what concerns the account until the stream ends, which is no
// error: open challenges and games first, then whatever comes. Each is called for one event after the other.
func (c *Client) Events(ctx context.Context, each func(Event)) error {
	return c.stream(ctx, "/api/stream/event", func(line []byte) error {
		var e Event
		if err := json.Unmarshal(line, &e); err != nil {
			return fmt.Errorf("the server sent an event that cannot be read: %w", err)
		}
		each(e)
		return nil
	})
}

// Follow follows a game until it is over or the stream ends, which is no error.
func (c *Client) Follow(ctx context.Context, game string, each func(Message)) error {
	return c.stream(ctx, "/api/bot/game/stream/"+url.PathEscape(game), func(line []byte) error {
		m := Message{}
		if err := json.Unmarshal(line, &m); err != nil {
			return fmt.Errorf("the server sent a message that cannot be read: %w", err)
		}
		each(m)
		return nil
	})
}

func gamePath(game string, words ...string) string {
	path := "/api/bot/game/" + url.PathEscape(game)
	for _, w := range words {
		path += "/" + url.PathEscape(w)
	}
	return path
}

// Move plays a move for a seat in the position that event seq led to: "e2e4",
// "a7a8q", and in MCX4 "survive" and "decline". Sent again, it is not carried out again. think is
// how long was thought, for the clock.
func (c *Client) Move(ctx context.Context, game, move string, seat int, seq int64, think time.Duration) error {
	query := fmt.Sprintf("?seat=%d&seq=%d&think=%d", seat, seq, think.Milliseconds())
	return c.call(ctx, http.MethodPost, gamePath(game, "move", move)+query, nil, nil)
}

// Resign gives up all seats that the account has in a game.
func (c *Client) Resign(ctx context.Context, game string) error {
	return c.call(ctx, http.MethodPost, gamePath(game, "resign"), nil, nil)
}

// Abort leaves a game that has not begun, or that nobody else plays.
func (c *Client) Abort(ctx context.Context, game string) error {
	return c.call(ctx, http.MethodPost, gamePath(game, "abort"), nil, nil)
}

// Answer answers an offer, or makes it: what is "draw" or "takeback".
func (c *Client) Answer(ctx context.Context, game, what string, yes bool) error {
	return c.call(ctx, http.MethodPost, gamePath(game, what, map[bool]string{true: "yes", false: "no"}[yes]), nil, nil)
}

// Say says something at the table of a game.
func (c *Client) Say(ctx context.Context, game, text string) error {
	return c.call(ctx, http.MethodPost, gamePath(game, "chat"), map[string]string{"room": "player", "text": text}, nil)
}

// Challenge asks an account for a game.
func (c *Client) Challenge(ctx context.Context, name string, w Wish) (Challenge, error) {
	var made Challenge
	err := c.call(ctx, http.MethodPost, "/api/challenge/"+url.PathEscape(name), w, &made)
	return made, err
}

func challengePath(id, what string) string {
	return "/api/challenge/" + url.PathEscape(id) + "/" + what
}

// Accept takes the seats that a challenge offers, or agrees to a rematch.
func (c *Client) Accept(ctx context.Context, challenge string) error {
	return c.call(ctx, http.MethodPost, challengePath(challenge, "accept"), nil, nil)
}

// Decline declines a challenge or a rematch, with a reason for the challenger.
func (c *Client) Decline(ctx context.Context, challenge, reason string) error {
	return c.call(ctx, http.MethodPost, challengePath(challenge, "decline"), map[string]string{"reason": reason}, nil)
}

// Cancel takes back one's own challenge.
func (c *Client) Cancel(ctx context.Context, challenge string) error {
	return c.call(ctx, http.MethodPost, challengePath(challenge, "cancel"), nil, nil)
}

// Seek sits down at a public table of such a game that lets bots in, or opens one. The seat is kept as long as Events is followed.
func (c *Client) Seek(ctx context.Context, w Wish) (Seek, error) {
	var made Seek
	err := c.call(ctx, http.MethodPost, "/api/seek", w, &made)
	return made, err
}

// EndSeek gives up a table at which no game has begun.
func (c *Client) EndSeek(ctx context.Context, id string) error {
	return c.call(ctx, http.MethodDelete, "/api/seek/"+url.PathEscape(id), nil, nil)
}
