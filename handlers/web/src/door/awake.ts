// A screen at a door stays on between two guests. The browser lets go of it when the page is
// hidden, so it is asked for again.
export class Awake {
  private lock: WakeLockSentinel | undefined
  private wanted = false

  async hold(): Promise<void> {
    this.wanted = true
    if (document.hidden || !navigator.wakeLock || (this.lock && !this.lock.released)) return
    const lock = await navigator.wakeLock.request('screen').catch(() => undefined) // a battery saver may refuse
    this.lock = lock
    if (!this.wanted) this.release()
  }

  // again is called when the page is seen again.
  again(): void {
    if (this.wanted) void this.hold()
  }

  release(): void {
    this.wanted = false
    void this.lock?.release()
    this.lock = undefined
  }
}
