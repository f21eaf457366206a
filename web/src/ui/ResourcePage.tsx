import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useDocumentTitle } from './document-title'
import classes from './ResourcePage.module.css'

type ResourcePageProps = {
  title: string
  /** Beside the title: a badge, a code. */
  aside?: ReactNode
  /** One line under the title. */
  text?: ReactNode
  /** The page's buttons; the main one last. */
  action?: ReactNode
  /** Forms are narrow, so that lines stay readable. */
  width?: 'full' | 'form'
  children: ReactNode
}

export function ResourcePage({ title, aside, text, action, width = 'full', children }: ResourcePageProps) {
  useDocumentTitle(title)
  return (
    <div className={classes.page} data-width={width}>
      <Group component="header" justify="space-between" align={text ? 'flex-start' : 'center'} gap="sm">
        <div data-tour="heading">
          <Group gap="sm">
            {/* The shell moves the focus here after a navigation, so that it is read out. */}
            <Title order={1} tabIndex={-1} className={classes.title}>
              {title}
            </Title>
            {aside}
          </Group>
          {text ? (
            <Text c="dimmed" size="sm" mt={2}>
              {text}
            </Text>
          ) : null}
        </div>
        {action ? (
          <Group gap="xs" className={classes.actions} data-tour="actions">
            {action}
          </Group>
        ) : null}
      </Group>
      {children}
    </div>
  )
}
