import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** What went wrong with a form as a whole. */
export const Failure = ({ children }: { children: ReactNode }) => (
  <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
    {children}
  </Alert>
)
