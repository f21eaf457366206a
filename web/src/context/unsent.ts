/** A driver whose records are still on this phone. */
export type UnsentDriver = { id: string; name: string; email: string; count: number }

const KEY = 'remessa-field-unsent'

type Drivers = Record<string, UnsentDriver>

function read(): Drivers {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Drivers
  } catch {
    return {}
  }
}

/** Told by the queue, which only the pages of a driver read. */
export function noteUnsent(driver: UnsentDriver) {
  const { [driver.id]: _, ...others } = read()
  const drivers: Drivers = driver.count > 0 ? { ...others, [driver.id]: driver } : others
  try {
    if (Object.keys(drivers).length > 0) localStorage.setItem(KEY, JSON.stringify(drivers))
    else localStorage.removeItem(KEY)
  } catch {
    // No storage: the header of the driver's pages tells it all the same.
  }
}

/** Drivers whose records wait on this phone, also after they have signed out. */
export const listUnsent = (): UnsentDriver[] => Object.values(read())
