import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { honoApp } from './hono-app.ts';
import { threeRequests } from './three-requests.ts';

export const { fast, wire } = threeRequests(['hono', '@hono/node-server'], honoApp(Hono, serve));
