package media

import (
	"context"
	"errors"
	"runtime/debug"

	"marquee/app"
	"marquee/app/admission"
)

// decodings are the memory in which pictures are decoded, for the whole process. Those who wait
// for some of it get it in the order in which they came.
func decodings(a *app.App) *admission.Class {
	return app.Classes(a).Of("bytes of pictures", admission.Limits{Places: maxDecoded, Line: maxAsking, LineEach: maxAsking, Patience: patience})
}

// enter waits until there is so much; call leave then. What was much goes back to the system: what
// is only garbage would be held beside the next picture.
func enter(ctx context.Context, memory *admission.Class, weight int64) (leave func(), err error) {
	place, err := memory.Enter(ctx, admission.Ask{Weight: weight})
	if errors.Is(err, admission.ErrOwn) || errors.Is(err, admission.ErrFull) {
		e := app.Refuse(app.TooMany, "Too many pictures are being read. Please try again.")
		e.RetryAfter = retryAfter
		return nil, e
	}
	if err != nil {
		return nil, err
	}
	return func() {
		if weight >= muchMemory {
			debug.FreeOSMemory()
		}
		place.Leave()
	}, nil
}
