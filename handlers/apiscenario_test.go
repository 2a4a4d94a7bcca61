package handlers_test

import (
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"marquee/app/apptest"
	"marquee/handlers"
	"marquee/handlers/apitest"
)

// hooks are what scenarios may "do" beside requests.
var hooks = apitest.Hooks{}

// TestScenarios plays testdata/api/*.txt; handlers/apitest explains the files.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("../testdata/api/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txt"), func(t *testing.T) {
			faults := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError}))
			apitest.Run(t, f, func(w *apptest.World) http.Handler { return handlers.New(w.App, handlers.Options{Log: faults}) }, hooks)
		})
	}
}
