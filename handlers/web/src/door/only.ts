// Only one tab of a phone is the scanner: two would let in the same ticket, each by what it knows
// itself, and would write over what the other one keeps.
const name = 'marquee-door'
// patience is how long a tab waits for one that is just being closed, in ms.
const patience = 1000

// hold makes this tab the scanner, and tells whether it is: not while another one is, unless it
// takes that over. The other one is told that it lost it. A browser without locks cannot know. A
// browser that is too busy to answer in time is asked again as long as no other tab is there.
export async function hold(locks: LockManager | undefined, over: boolean, lost: () => void): Promise<boolean> {
  if (!locks) return true
  while (!(await request(locks, over, lost))) {
    const { held = [] } = await locks.query()
    if (held.some((lock) => lock.name === name)) return false
  }
  return true
}

function request(locks: LockManager, over: boolean, lost: () => void): Promise<boolean> {
  return new Promise((tell) => {
    let held = false
    const whileOpen = () => {
      held = true
      tell(true)
      return new Promise(() => undefined)
    }
    const how = over ? { steal: true } : { signal: AbortSignal.timeout(patience) }
    locks.request(name, how, whileOpen).catch(() => (held ? lost() : tell(false)))
  })
}
