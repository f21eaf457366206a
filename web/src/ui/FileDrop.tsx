import { Portal, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './FileDrop.module.css'

type FileDropProps = {
  /** Tells what happens to the file, while one is over the page. */
  label: string
  onFile(file: File): void
  /** Takes all dropped files, not only the first. */
  many?: boolean
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** Takes files that are dropped anywhere on the page. An addition for the mouse: a button does the same. */
export function FileDrop({ label, onFile, many = false }: FileDropProps) {
  const [over, setOver] = useState(false)

  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    // Only the pointer that leaves the window has no next element.
    const onLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      for (const file of many ? files : files.slice(0, 1)) onFile(file)
    }
    addEventListener('dragover', onOver)
    addEventListener('dragleave', onLeave)
    addEventListener('drop', onDrop)
    return () => {
      removeEventListener('dragover', onOver)
      removeEventListener('dragleave', onLeave)
      removeEventListener('drop', onDrop)
    }
  }, [onFile, many])

  if (!over) return null
  return (
    <Portal>
      <div className={classes.over} aria-hidden>
        <IconUpload size={40} stroke={1.5} />
        <Text size="lg" fw={550}>
          {label}
        </Text>
      </div>
    </Portal>
  )
}
