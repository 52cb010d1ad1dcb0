package main

import (
	"expvar"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
)

// serveDebug serves profiles and the runtime's figures at an address of their
// own, which the site's visitors do not reach. An empty address serves nothing.
func serveDebug(addr string, log *slog.Logger) (stop func() error, err error) {
	if addr == "" {
		return func() error { return nil }, nil
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.Handle("/debug/vars", expvar.Handler())
	server := &http.Server{Handler: mux, ReadHeaderTimeout: headerWithin}
	go func() {
		if err := server.Serve(listener); err != nil && err != http.ErrServerClosed {
			log.Error("figures are no longer served", "error", err)
		}
	}()
	log.Info("profiles and figures", "address", "http://"+listener.Addr().String()+"/debug/")
	return server.Close, nil
}
