import { Skeleton } from '@mantine/core'

/** In the place of a tab until its data is there; taller than the window, so that nothing below it moves. */
export const TabPending = () => <Skeleton height="100vh" radius="md" />
