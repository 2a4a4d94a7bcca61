// What is in view is asked about once: the same code again only after it was out of view for a
// second.
export const outOfView = 1000

export class Eye {
  private readonly known = new Map<string, number>() // asked code to when it was seen last, ms

  // fresh are the codes in view that nobody asked about since they came there. They stay fresh
  // until they are asked about, or gone.
  fresh(codes: string[], now: number): string[] {
    for (const [code, at] of this.known) if (now - at >= outOfView && !codes.includes(code)) this.known.delete(code)
    const fresh = codes.filter((code) => !this.known.has(code))
    for (const code of codes) if (this.known.has(code)) this.known.set(code, now)
    return fresh
  }

  // asked notes that codes in view are done with.
  asked(codes: string[], now: number): void {
    for (const code of codes) this.known.set(code, now)
  }
}

// Wedge collects what a reader types: keys in quick succession that end with Enter.
const quick = 100

export class Wedge {
  private text = ''
  private last = 0

  // key takes a key that no field wanted, and gives a code when it is whole.
  key(key: string, now: number): string | undefined {
    if (now - this.last > quick) this.text = ''
    this.last = now
    if (key === 'Enter') {
      const code = this.text
      this.text = ''
      return code.length >= 4 ? code : undefined
    }
    if (key.length === 1) this.text += key
    return undefined
  }
}
