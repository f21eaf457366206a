import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { AppLink } from './AppLink'
import classes from './StepLine.module.css'

/** `going`: on its way. `waiting`: somebody must act first. `ended`: it will not arrive. */
export type Course = 'going' | 'waiting' | 'ended' | 'delivered'

const MARKS = {
  going: undefined,
  waiting: IconAlertTriangle,
  ended: IconX,
  delivered: IconCheck,
} satisfies Record<Course, unknown>

type StepLineProps = {
  /** Names the line for screen readers. */
  label: string
  /** Names of the steps, in order. */
  steps: string[]
  /** Index of the present step. */
  here: number
  course: Course
  /** Tells a screen reader that a step is done. */
  done: string
  /** Position in words for a narrow place: 'step 3 of 7'. */
  position: string
  /** Index of a step that was passed over and is still to be done. */
  open?: number
  /** Address of each step, where one can go there. */
  links?: string[]
}

/** The steps of a way and the present one. In a narrow place only the present one has its name. */
export function StepLine({ label, steps, here, course, done, position, open, links }: StepLineProps) {
  const Mark = MARKS[course] ?? undefined
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without bullets is one */}
      <ol role="list" aria-label={label} className={classes.line} data-course={course}>
        {steps.map((name, at) => (
          <li
            key={name}
            className={classes.step}
            data-reached={at <= here || undefined}
            data-here={at === here || undefined}
            data-open={at === open || undefined}
            aria-current={at === here ? 'step' : undefined}
          >
            <span className={classes.dot} aria-hidden>
              {at < here && at !== open && <IconCheck size={11} stroke={3} />}
              {at === here && Mark && <Mark size={12} stroke={2.5} />}
            </span>
            <Name name={name} to={links?.[at]} />
            {at < here && at !== open && <span className={classes.done}>{done}</span>}
          </li>
        ))}
      </ol>
      <p className={classes.now} aria-hidden>
        <b>{steps[here]}</b> {position}
      </p>
    </div>
  )
}

function Name({ name, to }: { name: string; to: string | undefined }) {
  if (!to) return <span className={classes.label}>{name}</span>
  return (
    <AppLink to={to} className={classes.link}>
      <span className={classes.label}>{name}</span>
    </AppLink>
  )
}
