import { Anchor } from '@mantine/core'
import { useState } from 'react'
import type { FieldFileRef } from '@/api/schema'
import classes from './RecordFiles.module.css'

type RecordFilesProps = {
  /** The address of the delivery or the pickup in the API. */
  of: string
  files: FieldFileRef[]
  /** The name of a file's kind. */
  nameOf(kind: FieldFileRef['kind']): string
}

/** The photos and signatures of a driver's record, each opening in full. */
export function RecordFiles({ of, files, nameOf }: RecordFilesProps) {
  if (files.length === 0) return null
  return (
    <div className={classes.files}>
      {files.map(({ sha256, kind }) => (
        <RecordFile key={sha256} href={`${of}/files/${sha256}`} name={nameOf(kind)} />
      ))}
    </div>
  )
}

/** A document, or a picture that is deleted or not there yet, is a link with its name. */
function RecordFile({ href, name }: { href: string; name: string }) {
  const [isPicture, setPicture] = useState(true)
  return (
    <Anchor href={href} size="xs" target="_blank" rel="noreferrer" className={classes.file}>
      {isPicture ? (
        <img
          src={href}
          alt={name}
          loading="lazy"
          className={classes.picture}
          onError={() => setPicture(false)}
        />
      ) : (
        name
      )}
    </Anchor>
  )
}
