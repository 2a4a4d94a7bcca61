package cmdline

import (
	"errors"
	"fmt"
	"testing"

	"marquee/app"

	"github.com/matryer/is"
	"github.com/urfave/cli/v2"
)

func TestFieldsAreNamedAsFlags(t *testing.T) {
	var flags []cli.Flag
	for _, name := range []string{"currency", "ability", "role", "wallet", "basket-timeout", "keep-hours", "filter", "to", "batch"} {
		flags = append(flags, Text(name, ""))
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
	flags := []cli.Flag{Text("email", "")}
	refused := AsFlags(fmt.Errorf("inside: %w", app.Field("email", "is taken")), flags)
	is.Equal(Say(refused), "--email is taken")
	is.Equal(CodeOf(refused), ExitUsage)
	other := errors.New("the disk is gone")
	is.Equal(AsFlags(other, flags), other)
	is.Equal(AsFlags(nil, flags), nil)
}
