// Package client follows and plays tables of a Mêlée server.
//
// A Client is one device: whoever has its secret has its seats. Follow keeps
// a connection to a table, through every loss of it, folds what it is told into
// a View, and carries out commands exactly once. The connection is a WebSocket or,
// where a network lets none through, server-sent events. docs/protocol.md describes what goes over the wire.
package client

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/base64"
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

// deviceCookie is where a browser keeps its secret.
const deviceCookie = "melee_device"

const (
	secretBytes = 24
	maxAnswer   = 16 << 20 // bytes; the longest view is far below
)

// An Option changes how a client works.
type Option func(*Client)

// WithDevice makes the client the device that has this secret.
func WithDevice(secret string) Option { return func(c *Client) { c.device = secret } }

// WithHTTP sets what requests are sent with; its cookies are not used.
func WithHTTP(h *http.Client) Option { return func(c *Client) { c.http = h } }

// WithTLS sets how secure connections are made.
func WithTLS(t *tls.Config) Option { return func(c *Client) { c.tls = t } }

// A Client is a device at a server. Its methods may be called at once.
type Client struct {
	base   *url.URL
	device string
	http   *http.Client
	tls    *tls.Config
	sketch bool
}

// New returns a client of the server at an address such as
// "https://melee.example", as a new device unless an option says which.
func New(address string, options ...Option) (*Client, error) {
	base, err := url.Parse(strings.TrimRight(address, "/"))
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return nil, fmt.Errorf("'%s' is no server's address, which looks like https://melee.example", address)
	}
	c := &Client{base: base, http: &http.Client{Timeout: 30 * time.Second}}
	for _, set := range options {
		set(c)
	}
	if c.device == "" {
		secret := make([]byte, secretBytes)
		rand.Read(secret)
		c.device = base64.RawURLEncoding.EncodeToString(secret)
	}
	if raw, err := base64.RawURLEncoding.DecodeString(c.device); err != nil || len(raw) != secretBytes {
		return nil, fmt.Errorf("a device's secret is %d bytes in base64url", secretBytes)
	}
	return c, nil
}

// Device returns the device's secret, which must be kept like a password.
func (c *Client) Device() string { return c.device }

// View fetches a table as it is.
func (c *Client) View(ctx context.Context, table string) (*View, error) {
	text, err := c.call(ctx, http.MethodGet, tablePath(table), nil)
	if err != nil {
		return nil, err
	}
	return parseView(text)
}

// Past fetches a table as it stood after n plies of the present game.
func (c *Client) Past(ctx context.Context, table string, n int) (*View, error) {
	text, err := c.call(ctx, http.MethodGet, tablePath(table)+"/plies/"+strconv.Itoa(n), nil)
	if err != nil {
		return nil, err
	}
	return parseView(text)
}

// A Setup says how a table is to be; docs/protocol.md explains its fields.
type Setup struct {
	Variant     string            `json:"variant"`
	Options     map[string]string `json:"options,omitempty"`
	Start       string            `json:"start,omitempty"`
	Seats       []SetupSeat       `json:"seats"`
	Clock       Clock             `json:"clock,omitzero"`
	Public      bool              `json:"public,omitempty"`
	Away        int               `json:"away,omitempty"` // seconds
	Confirm     bool              `json:"confirm,omitempty"`
	TakeBacks   bool              `json:"takeBacks,omitempty"`
	TalkMode    string            `json:"talkMode,omitempty"`
	ChoiceLimit int               `json:"choiceLimit,omitempty"` // seconds
	WatchDelay  int               `json:"watchDelay,omitempty"`  // seconds
	Draw        bool              `json:"draw,omitempty"`
	AutoStart   bool              `json:"autoStart,omitempty"`
	RotateFirst bool              `json:"rotateFirst,omitempty"`
}

// A SetupSeat says who is to have a seat.
type SetupSeat struct {
	Player string `json:"player"` // me, open, cpu or grey
	Name   string `json:"name,omitempty"`
	Level  int    `json:"level,omitempty"` // of the CPU, 1 to 10
}

// Open sets up a table, with this device as its host, and returns its id.
func (c *Client) Open(ctx context.Context, s Setup) (id string, err error) {
	body, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	text, err := c.call(ctx, http.MethodPost, "/api/tables", body)
	if err != nil {
		return "", err
	}
	var answer struct{ Table string }
	err = json.Unmarshal(text, &answer)
	return answer.Table, err
}

// Post carries out a command without a connection to the table, and returns
// the number of its last event, which is durable then. It is sent again, under
// the same id, until it is answered or ctx ends. An error of type Refusal is the table's.
func (c *Client) Post(ctx context.Context, table string, command Command) (seq int64, err error) {
	if command.ID == "" {
		command.ID = newID()
	}
	body, err := json.Marshal(command)
	if err != nil {
		return 0, err
	}
	return c.post(ctx, table, body)
}

func (c *Client) post(ctx context.Context, table string, body []byte) (seq int64, err error) {
	for again := (backOff{}); ; {
		text, err := c.call(ctx, http.MethodPost, tablePath(table)+"/commands", body)
		var refused Refusal
		var answer struct{ Seq int64 }
		switch {
		case err == nil:
			err = json.Unmarshal(text, &answer)
			return answer.Seq, err
		case errors.As(err, &refused) && !refused.passing():
			return 0, err
		}
		if waited := again.wait(ctx); waited != nil {
			return 0, errors.Join(waited, err)
		}
	}
}

func tablePath(table string) string { return "/api/tables/" + url.PathEscape(table) }

func (c *Client) call(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.base.String()+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Cookie", c.cookie())
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		r := Refusal{Code: "internal", Text: "the server answered " + resp.Status}
		// What is no refusal, such as a proxy's page, leaves the status to tell.
		_ = json.Unmarshal(text, &r)
		return nil, r
	}
	return text, nil
}

func (c *Client) cookie() string { return deviceCookie + "=" + c.device }

// newID returns a command's id that nobody else has.
func newID() string {
	id := make([]byte, 9)
	rand.Read(id)
	return base64.RawURLEncoding.EncodeToString(id)
}
