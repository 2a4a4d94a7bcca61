package machine

import (
	"os"
	"path/filepath"
	"strings"
)

// markers are names that a syncing program leaves in its folder.
var markers = map[string]string{
	".dropbox": "Dropbox", ".dropbox.cache": "Dropbox",
	".stfolder": "Syncthing", ".stversions": "Syncthing",
	".nextcloudsync.log": "Nextcloud", ".owncloudsync.log": "ownCloud",
	".tmp.driveupload": "Google Drive", ".tmp.drivedownload": "Google Drive",
}

// SyncedBy names the program that copies a folder elsewhere while it is written
// to, or nothing. It looks at the folder and everything above it.
func SyncedBy(dir string) string {
	path, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	for {
		if who := syncedByName(filepath.Base(path)); who != "" {
			return who
		}
		for name, who := range markers {
			if _, err := os.Lstat(filepath.Join(path, name)); err == nil {
				return who
			}
		}
		up := filepath.Dir(path)
		if up == path {
			return ""
		}
		path = up
	}
}

// syncedByName knows the folders that are named after their program.
func syncedByName(name string) string {
	lower := strings.ToLower(name)
	switch {
	case lower == "dropbox" || strings.HasPrefix(lower, "dropbox ("):
		return "Dropbox"
	case lower == "onedrive" || strings.HasPrefix(lower, "onedrive - "):
		return "OneDrive"
	case lower == "mobile documents" || lower == "icloud drive" || lower == "iclouddrive":
		return "iCloud"
	case lower == "google drive" || lower == "googledrive":
		return "Google Drive"
	}
	return ""
}
