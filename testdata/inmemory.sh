#!/bin/sh
# Runs a command whose temporary files lie in memory, where there is room for them: the stores
# of all tests wait a hundred thousand times for their disk. What a disk does that fails, fills
# up or loses power is simulated, or tried on loop devices.
set -u
memory=/dev/shm
dir="$memory/marquee-test-$(id -u)" # always the same, or go test would forget what has passed
gigabytes=$(df -kP "$memory" 2>/dev/null | awk 'NR == 2 { print int($4 / 1048576) }')
if [ "${gigabytes:-0}" -ge 6 ] && mkdir -p -m 1777 "$dir" && [ -O "$dir" ]; then
	find "$dir" -mindepth 1 -maxdepth 1 -mmin +600 -exec rm -rf {} + # left by one that was killed
	program=$(mktemp "$dir/program-XXXXXX")
	printf '#!/bin/sh\n' >"$program" && chmod +x "$program"
	# Everything stays on the disk where no programs may be run from memory.
	if "$program" 2>/dev/null; then
		unset GOTMPDIR # which would go before
		export TMPDIR="$dir"
	fi
	rm -f "$program"
fi
exec "$@"
