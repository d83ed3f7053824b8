// @ts-expect-error the package brings no types
import Koa from 'koa';
import { koaApp } from './koa-app.ts';
import { threeRequests } from './three-requests.ts';

export const { fast, wire } = threeRequests(['koa'], koaApp(Koa));
