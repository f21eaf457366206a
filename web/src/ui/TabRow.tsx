import { UnstyledButton } from '@mantine/core'
import { useIntersection, useReducedMotion } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './TabRow.module.css'
import { useTypeface } from './useTypeface'

type TabRowProps = {
  /** Changes with the tab that is on. */
  active: unknown
  children: ReactNode
}

/** The tab that is on: a pressed button, or the link to this page. */
const ACTIVE = '[aria-pressed="true"], [aria-current="page"]'

/**
 * Tabs in one line. A line wider than its place scrolls: it fades where it goes on, an arrow leads there, and the tab that
 * is on stays in sight. The arrows are for the mouse; keys and fingers scroll the line itself.
 */
export function TabRow({ active, children }: TabRowProps) {
  const line = useRef<HTMLDivElement>(null)
  const start = useIntersection()
  const end = useIntersection()
  const typeface = useTypeface()
  const still = useReducedMotion()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked tab moves with the value, and with the typeface
  useLayoutEffect(() => {
    const here = line.current?.querySelector<HTMLElement>(ACTIVE)
    // Whoever walks along the line by keys stays there.
    if (!line.current || !here || line.current.contains(document.activeElement)) return
    const middle = here.offsetLeft - line.current.offsetLeft + here.offsetWidth / 2
    line.current.scrollLeft = middle - line.current.clientWidth / 2
  }, [active, typeface])

  const go = (direction: number) => () =>
    line.current?.scrollBy({
      left: direction * line.current.clientWidth * 0.75,
      behavior: still ? 'auto' : 'smooth',
    })
  const hasBefore = start.entry?.isIntersecting === false
  const hasAfter = end.entry?.isIntersecting === false
  return (
    <div className={classes.row}>
      <div ref={line} className={classes.line}>
        <span ref={start.ref} className={classes.end} />
        {children}
        <span ref={end.ref} className={classes.end} />
      </div>
      <Arrow side="before" shown={hasBefore} onClick={go(-1)} />
      <Arrow side="after" shown={hasAfter} onClick={go(1)} />
    </div>
  )
}

type ArrowProps = { side: 'before' | 'after'; shown: boolean; onClick(): void }

function Arrow({ side, shown, onClick }: ArrowProps) {
  const Chevron = side === 'before' ? IconChevronLeft : IconChevronRight
  if (!shown) return null
  return (
    <UnstyledButton tabIndex={-1} aria-hidden className={classes.arrow} data-side={side} onClick={onClick}>
      <Chevron size={18} stroke={1.75} />
    </UnstyledButton>
  )
}
