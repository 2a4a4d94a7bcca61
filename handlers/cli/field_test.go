package cli

import (
	"errors"
	"fmt"
	"testing"

	"github.com/matryer/is"
	"github.com/urfave/cli/v2"

	"marquee/app"
)

func TestFieldsAreNamedAsFlags(t *testing.T) {
	var flags []cli.Flag
	for _, name := range []string{"currency", "ability", "role", "wallet", "basket-timeout", "keep-hours", "filter", "to", "batch"} {
		flags = append(flags, text(name, ""))
	}
	for field, want := range map[string]string{
		"currencyCode": "--currency", "currencies": "--currency", "abilities": "--ability", "roles.0": "--role", "walletId": "--wallet",
		"basketTimeoutMinutes": "--basket-timeout", "keepHours": "--keep-hours", "filter.completed_from": "--filter completed_from",
		"schedule.to.0": "--to", "batchSize": "--batch", "reportId": "", "total": "", "": "",
	} {
		t.Run(field, func(t *testing.T) {
			is.New(t).Equal(flagOfField(field, flags), want)
		})
	}
}

func TestARefusalKeepsItsKindUnderAnotherName(t *testing.T) {
	is := is.New(t)
	flags := []cli.Flag{text("email", "")}
	refused := asFlags(fmt.Errorf("inside: %w", app.Field("email", "is taken")), flags)
	is.Equal(say(refused), "--email is taken")
	is.Equal(codeOf(refused), exitUsage)
	other := errors.New("the disk is gone")
	is.Equal(asFlags(other, flags), other)
	is.Equal(asFlags(nil, flags), nil)
}
