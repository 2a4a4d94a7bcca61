package cli

import "github.com/urfave/cli/v2"

// machineCommands are about the machine rather than the store.
func machineCommands() []*cli.Command {
	return []*cli.Command{doctorCommand(), installCommand()}
}
