import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './NotificationArea.module.css'

/** The text of a toast: two lines, and the rest behind "More". */
export function ToastText({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const [isLong, setLong] = useState(false)
  const [isWhole, setWhole] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another length
  useLayoutEffect(() => {
    const element = box.current
    if (element && !isWhole) setLong(element.scrollHeight > element.clientHeight + 1)
  }, [children, isWhole])
  return (
    <>
      <div ref={box} className={classes.text} data-whole={isWhole || undefined}>
        {children}
      </div>
      {isLong && !isWhole && (
        <UnstyledButton className={classes.more} onClick={() => setWhole(true)}>
          {t('toasts.more')}
        </UnstyledButton>
      )}
    </>
  )
}
