package machine

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// DiskOf reads what lies below a folder that exists.
func DiskOf(dir string) (Disk, error) {
	path, err := filepath.Abs(dir)
	if err != nil {
		return Disk{}, err
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return Disk{}, err
	}
	table, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return Disk{}, err
	}
	d := mountOf(string(table), path)
	d.Removable = removable(d.Device)
	return d, nil
}

// mountOf finds the mount that a path lies on: the deepest, and of several over
// each other the last.
func mountOf(table, path string) Disk {
	var best Disk
	for line := range strings.Lines(table) {
		d, ok := parseMount(line)
		if ok && holds(d.Mount, path) && len(d.Mount) >= len(best.Mount) {
			best = d
		}
	}
	return best
}

// parseMount reads "36 35 98:0 /root /mnt opts tag:1 - ext4 /dev/sda1 superopts".
func parseMount(line string) (Disk, bool) {
	left, right, ok := strings.Cut(line, " - ")
	l, r := strings.Fields(left), strings.Fields(right)
	if !ok || len(l) < 6 || len(r) < 3 {
		return Disk{}, false
	}
	options := strings.Split(l[5]+","+r[2], ",")
	slices.Sort(options)
	return Disk{FileSystem: r[0], Device: unescape(r[1]), Mount: unescape(l[4]), Options: slices.Compact(options)}, true
}

// unescape reads the octal escapes of the mount table.
func unescape(s string) string {
	for _, c := range []string{" ", "\t", "\n", "\\"} {
		s = strings.ReplaceAll(s, `\0`+strconv.FormatInt(int64(c[0]), 8), c)
		s = strings.ReplaceAll(s, `\`+strconv.FormatInt(int64(c[0]), 8), c)
	}
	return s
}

func holds(mount, path string) bool {
	return mount == "/" || path == mount || strings.HasPrefix(path, mount+"/")
}

// removable asks the kernel about the device or, for a partition, its disk.
func removable(device string) bool {
	node, err := filepath.EvalSymlinks(filepath.Join("/sys/class/block", filepath.Base(device)))
	if err != nil {
		return false
	}
	for _, dir := range []string{node, filepath.Dir(node)} {
		if b, err := os.ReadFile(filepath.Join(dir, "removable")); err == nil {
			return strings.TrimSpace(string(b)) == "1"
		}
	}
	return false
}

// Kernel is the kernel's release, as in 6.1.0-18-amd64.
func Kernel() string {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return ""
	}
	return unix.ByteSliceToString(u.Release[:])
}

// MemoryOf reads the machine's memory.
func MemoryOf() Memory {
	b, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return Memory{}
	}
	return parseMemory(string(b))
}

func parseMemory(table string) (m Memory) {
	for line := range strings.Lines(table) {
		f := strings.Fields(line)
		if len(f) < 2 {
			continue
		}
		kilobytes, err := strconv.ParseInt(f[1], 10, 64)
		switch {
		case err != nil:
		case f[0] == "MemTotal:":
			m.Total = kilobytes << 10
		case f[0] == "MemAvailable:":
			m.Available = kilobytes << 10
		}
	}
	return m
}
