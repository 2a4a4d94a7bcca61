package kvtest

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"marquee/kv"

	"github.com/anishathalye/porcupine" // checks that a concurrent history is linearizable
)

// access is a read of a register, or a swap that returns the previous value.
type access struct {
	key  string
	swap bool
	to   int
}

// registerModel is one number per key.
var registerModel = porcupine.Model{
	Partition: func(history []porcupine.Operation) [][]porcupine.Operation {
		byKey := map[string][]porcupine.Operation{}
		for _, op := range history {
			byKey[op.Input.(access).key] = append(byKey[op.Input.(access).key], op)
		}
		var parts [][]porcupine.Operation
		for _, p := range byKey {
			parts = append(parts, p)
		}
		return parts
	},
	Init: func() any { return 0 },
	Step: func(state, input, output any) (bool, any) {
		in := input.(access)
		if in.swap {
			return output == state, in.to
		}
		return output == state, state
	},
}

func registersAreLinearizable(t *testing.T, e kv.Engine) {
	const clients, rounds, keys = 8, 24, 3
	var mu sync.Mutex
	var history []porcupine.Operation
	begin := time.Now()
	together(t, clients, func(client int) error {
		for n := range rounds {
			in := access{key: strconv.Itoa((client + n) % keys), swap: (client+n/keys)%2 == 0, to: 1 + client*rounds + n}
			called := time.Since(begin)
			out, err := in.do(e)
			if err != nil {
				return err
			}
			mu.Lock()
			history = append(history, porcupine.Operation{ClientId: client, Input: in, Call: int64(called), Output: out, Return: int64(time.Since(begin))})
			mu.Unlock()
		}
		return nil
	})
	if r := porcupine.CheckOperationsTimeout(registerModel, history, time.Minute); r != porcupine.Ok {
		t.Fatalf("no single order explains the history: %v\n%s", r, fmt.Sprint(history))
	}
}

func (a access) do(e kv.Engine) (was int, err error) {
	if !a.swap {
		err = e.View(context.Background(), func(r kv.Reader) error {
			was, err = number(r, "registers", a.key)
			return err
		})
		return was, err
	}
	err = e.Update(context.Background(), func(tx kv.Tx) error {
		if was, err = number(tx, "registers", a.key); err != nil {
			return err
		}
		return tx.Put("registers", []byte(a.key), []byte(strconv.Itoa(a.to)))
	})
	return was, err
}
