import express from 'express';
import { expressApp } from './express-app.ts';
import { threeRequests } from './three-requests.ts';

export const { fast, wire } = threeRequests(['express'], expressApp(express));
