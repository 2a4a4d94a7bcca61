package cli

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"marquee/handlers/cli/cmdline"

	"github.com/urfave/cli/v2"
)

// versionFlags let version list what a binary is made of.
func versionFlags() []cli.Flag {
	return []cli.Flag{
		cmdline.JSONFlag(),
		&cli.BoolFlag{Name: "sbom", Usage: "print what the program is made of, as CycloneDX JSON"},
		&cli.PathFlag{Name: "of", Usage: "with --sbom: of this `FILE`, of any system, instead of this very program"},
	}
}

// The part of CycloneDX 1.5 that is told.
type (
	sbomJSON struct {
		Format       string           `json:"bomFormat"`
		Spec         string           `json:"specVersion"`
		Version      int              `json:"version"`
		Metadata     sbomMetadata     `json:"metadata"`
		Components   []sbomComponent  `json:"components"`
		Dependencies []sbomDependency `json:"dependencies"`
	}
	sbomMetadata struct {
		Component sbomComponent `json:"component"`
	}
	sbomComponent struct {
		Ref        string         `json:"bom-ref"`
		Type       string         `json:"type"`
		Name       string         `json:"name"`
		Version    string         `json:"version"`
		PURL       string         `json:"purl"`
		Hashes     []sbomHash     `json:"hashes,omitempty"`
		Properties []sbomProperty `json:"properties,omitempty"`
	}
	sbomHash struct {
		Algorithm string `json:"alg"`
		Content   string `json:"content"`
	}
	sbomProperty struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	sbomDependency struct {
		Ref string   `json:"ref"`
		On  []string `json:"dependsOn"`
	}
)

func printSBOM(c *cli.Context, version string) error {
	file := c.Path("of")
	if file == "" {
		var err error
		if file, err = os.Executable(); err != nil {
			return err
		}
	}
	info, err := buildinfo.ReadFile(file)
	if err != nil {
		return &cmdline.Exit{Code: cmdline.ExitDamaged, Err: fmt.Errorf("%s tells nothing of its making: %w", file, err)}
	}
	program, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return cmdline.PrintJSON(c.App.Writer, sbomOf(info, version, sha256.Sum256(program)))
}

// sbomOf lists the modules that were linked, and Go itself. It tells the same of
// the same program, always.
func sbomOf(info *debug.BuildInfo, version string, sum [sha256.Size]byte) sbomJSON {
	out := sbomJSON{Format: "CycloneDX", Spec: "1.5", Version: 1, Components: []sbomComponent{goItself(info.GoVersion)}}
	out.Metadata.Component = sbomComponent{
		Ref: "marquee", Type: "application", Name: "marquee", Version: version, PURL: "pkg:golang/" + info.Main.Path + "@" + version,
		Hashes: []sbomHash{{"SHA-256", hex.EncodeToString(sum[:])}}, Properties: buildSettings(info.Settings),
	}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		purl := "pkg:golang/" + m.Path + "@" + m.Version
		out.Components = append(out.Components, sbomComponent{Ref: purl, Type: "library", Name: m.Path, Version: m.Version, PURL: purl})
	}
	on := []string{}
	for _, part := range out.Components {
		on = append(on, part.Ref)
	}
	out.Dependencies = []sbomDependency{{"marquee", on}}
	return out
}

func goItself(version string) sbomComponent {
	number := strings.TrimPrefix(version, "go")
	purl := "pkg:golang/std@" + number
	return sbomComponent{Ref: purl, Type: "library", Name: "std", Version: number, PURL: purl}
}

// buildSettings are for which system, and from which commit.
func buildSettings(all []debug.BuildSetting) (told []sbomProperty) {
	for _, s := range all {
		if slices.Contains([]string{"GOOS", "GOARCH", "CGO_ENABLED", "vcs.revision", "vcs.modified"}, s.Key) {
			told = append(told, sbomProperty{"go:" + s.Key, s.Value})
		}
	}
	return told
}
