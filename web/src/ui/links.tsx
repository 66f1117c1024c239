import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Html = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & {
  ref?: Ref<HTMLAnchorElement>;
};

/** A link that looks like a button: `<ButtonLink to="/shifts/$id" params={{ id }}>` with typed addresses. */
export const ButtonLink = createLink((props: ButtonProps & Html) => <Button component="a" {...props} />);

type Plain = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> & {
  ref?: Ref<HTMLAnchorElement>;
};

/** A link in running text. */
export const TextLink = createLink((props: AnchorProps & Plain) => <Anchor {...props} />);
