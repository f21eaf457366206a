import 'driver.js/dist/driver.css'
import { driver, type PopoverDOM } from 'driver.js'
import type { TFunction } from 'i18next'
import { attributeKeeper, findAnchor } from './anchors'
import type { StepId, TourStep } from './steps'
import classes from './Tour.module.css'

type StageProps = {
  steps: TourStep[]
  t: TFunction<'tour'>
  onShown(step: StepId): void
  onNext(): void
  onPrevious(): void
  /** Escape, the button that closes, or a click beside the step. */
  onLeave(): void
}

const LOOK = {
  animate: false,
  allowScroll: false,
  disableActiveInteraction: true,
  popoverClass: classes.popover,
  showProgress: true,
}

/** Draws the steps, one at a time, on the screen that is open. */
export function createStage({ steps, t, onShown, onNext, onPrevious, onLeave }: StageProps) {
  const attributes = attributeKeeper()
  let popover: PopoverDOM | undefined
  let target: Element | undefined
  let isHeld = false
  const focusNext = () => popover?.nextButton.focus({ preventScroll: true })

  const tour = driver({
    steps: steps.map(drawnStep),
    ...LOOK,
    onPopoverRender: (drawn, { index = 0 }) => {
      popover = drawn
      const step = steps[index]
      if (step) writeTexts(drawn, step, { current: index + 1, total: steps.length }, t)
    },
    onHighlightStarted: (element) => {
      target = element
      if (element) attributes.keep(element)
    },
    onHighlighted: (_element, _step, { index = 0 }) => {
      attributes.restore()
      focusNext()
      const step = steps[index]
      if (step) onShown(step.id)
    },
    onNextClick: onNext,
    onPrevClick: onPrevious,
    onDestroyStarted: onLeave,
  })

  /** Content that comes later moves the anchor, or draws it anew. */
  function follow() {
    const index = tour.getActiveIndex()
    const step = index === undefined ? undefined : steps[index]
    if (isHeld || !step) return
    if (target?.isConnected) tour.refresh()
    else if (findAnchor(step.anchor)) tour.drive(index)
  }
  const layout = new MutationObserver(follow)
  layout.observe(document.body, { childList: true, subtree: true })

  return {
    index: tour.getActiveIndex,
    focusNext,
    /** Leaves the present step as it is while another screen opens. */
    hold: () => {
      isHeld = true
    },
    show(index: number) {
      isHeld = false
      tour.drive(index)
    },
    close() {
      layout.disconnect()
      tour.destroy()
      attributes.restore()
    },
  }
}

/** Its texts are written by `writeTexts`: the library would read them as HTML. */
const drawnStep = ({ id, anchor }: TourStep) => ({
  element: () => findAnchor(anchor) as Element,
  popover: { title: id, description: id },
})

type Position = { current: number; total: number }

/** Writes the texts of a step as text, and what a screen reader needs. */
function writeTexts(popover: PopoverDOM, step: TourStep, position: Position, t: TFunction<'tour'>) {
  const { wrapper, title, description, footer, progress } = popover
  wrapper.setAttribute('aria-modal', 'true')
  // Its head and foot are not those of the page.
  title.setAttribute('role', 'none')
  footer.setAttribute('role', 'none')
  title.replaceChildren(elementOf('h2', t(`step.${step.id}.title`)))
  description.replaceChildren(elementOf('p', t(`step.${step.id}.text`)))
  if (!findAnchor(step.anchor)) description.append(elementOf('strong', t('missing')))
  progress.textContent = t('progress', position)
  popover.previousButton.textContent = t('previous')
  popover.nextButton.textContent = t(position.current === position.total ? 'done' : 'next')
  popover.closeButton.setAttribute('aria-label', t('leave'))
}

function elementOf(name: 'h2' | 'p' | 'strong', text: string) {
  const element = document.createElement(name)
  element.textContent = text
  return element
}
