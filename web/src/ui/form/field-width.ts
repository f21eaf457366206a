/** How much of a FormSection's line a field takes; spread into any Mantine input. */
const width = (name: string) => ({ wrapperProps: { 'data-width': name } })

export const HALF = width('half')
export const THIRD = width('third')
export const QUARTER = width('quarter')
