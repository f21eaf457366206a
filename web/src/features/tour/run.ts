import type { useRouter } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { waitForAnchor } from './anchors'
import { createStage } from './stage'
import type { StepId, TourStep } from './steps'

type Router = ReturnType<typeof useRouter>

type TourRun = {
  steps: TourStep[]
  /** The step it begins with. */
  first: number
  t: TFunction<'tour'>
  router: Router
  /** It is over, at its end or before: with the steps that were shown. */
  onEnd(shown: StepId[]): void
}

/** Leads through the steps, from screen to screen. */
export function runTour({ steps, first, t, router, onEnd }: TourRun) {
  const shown = new Set<StepId>()
  let isMoving = false
  let isOver = false
  const stage = createStage({
    steps,
    t,
    onShown: (step) => shown.add(step),
    onNext: () => move(1),
    onPrevious: () => move(-1),
    onLeave: end,
  })
  const subscriptions = [
    // A page takes the focus when it is drawn.
    router.subscribe('onRendered', stage.focusNext),
    // The tour does not go to a screen that the user opens by a key or by the browser's buttons.
    router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (pathChanged && !isMoving) end()
    }),
  ]
  void show(first)

  function move(by: 1 | -1) {
    const index = (stage.index() ?? 0) + by
    if (index >= steps.length) end()
    else void show(index)
  }

  async function show(index: number) {
    const step = steps[index]
    if (!step || isMoving) return
    isMoving = true
    stage.hold()
    try {
      await openScreen(router, step.screen)
      if (!isOver) await waitForAnchor(step.anchor)
    } finally {
      isMoving = false
    }
    if (!isOver) stage.show(index)
  }

  function end() {
    if (isOver) return
    isOver = true
    for (const stop of subscriptions) stop()
    stage.close()
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    onEnd([...shown])
  }
}

/** Opens a screen and waits until it is drawn. */
async function openScreen(router: Router, screen: string) {
  if (router.state.location.pathname === screen) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = router.subscribe('onRendered', () => resolve())
  try {
    await router.navigate({ href: screen })
    const { location, resolvedLocation } = router.state
    if (resolvedLocation?.pathname !== location.pathname) await promise
  } finally {
    stop()
  }
}
